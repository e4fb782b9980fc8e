import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerError } from '../ledger-error.ts';
import { isSigned, readPayload } from '../testing/device.ts';
import { writeKey } from '../testing/signing-keys.ts';
import { encodeTransaction } from './new-transaction.ts';
import { openSigner } from './signing-key.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-ledger-keys-'));
  writeKey(join(folder, 'r1.pem'));
  writeKey(join(folder, 'k1.pem'), 'secp256k1');
});
afterAll(() => rmSync(folder, { recursive: true }));

const TRANSACTION = {
  payinAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  payinExtraId: '',
  refundAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  payoutAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  currencyFrom: 'BTC',
  currencyTo: 'ETH',
  amountToProvider: 100_000_000n,
  amountToWallet: 2_000_000_000_000_000_000n,
  nonce: Buffer.alloc(32, 7),
};

describe('the payload', () => {
  it('is read by another library as what it was made of: amounts of 16 bytes, the highest first', () => {
    expect(
      readPayload({ payload: Buffer.from(encodeTransaction(TRANSACTION)).toString('base64url') }),
    ).toEqual({
      payin_address: TRANSACTION.payinAddress,
      refund_address: TRANSACTION.refundAddress,
      payout_address: TRANSACTION.payoutAddress,
      currency_from: 'BTC',
      currency_to: 'ETH',
      // Both from Ledger's page.
      amount_to_provider: '00000000000000000000000005f5e100',
      amount_to_wallet: '00000000000000001bc16d674ec80000',
      device_transaction_id_ng: '07'.repeat(32),
    });
  });

  it('is read by another library whatever is in it', () => {
    const text = (most: number) =>
      fc.string({ maxLength: most, unit: 'grapheme' }).filter((it) => Buffer.byteLength(it) <= most);
    const any = fc.record({
      payinAddress: text(62),
      payinExtraId: text(19),
      refundAddress: text(62),
      payoutAddress: text(62),
      currencyFrom: text(9),
      currencyTo: text(9),
      amountToProvider: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
      amountToWallet: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
      nonce: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    });
    fc.assert(
      fc.property(any, (transaction) => {
        const read = readPayload({
          payload: Buffer.from(encodeTransaction(transaction)).toString('base64url'),
        });
        expect(read.payin_address ?? '').toBe(transaction.payinAddress);
        expect(read.payin_extra_id ?? '').toBe(transaction.payinExtraId);
        expect(read.refund_address ?? '').toBe(transaction.refundAddress);
        expect(read.payout_address ?? '').toBe(transaction.payoutAddress);
        expect(read.currency_from ?? '').toBe(transaction.currencyFrom);
        expect(BigInt(`0x${read.amount_to_provider}`)).toBe(transaction.amountToProvider);
        expect(BigInt(`0x${read.amount_to_wallet}`)).toBe(transaction.amountToWallet);
        expect(read.device_transaction_id_ng).toBe(Buffer.from(transaction.nonce).toString('hex'));
      }),
      { numRuns: 50 },
    );
  });

  it('is not made where a device has no room for it', () => {
    for (const wrong of [
      { payinAddress: 'b'.repeat(63) },
      { payinExtraId: '1'.repeat(20) },
      { currencyTo: 'TENLETTERS' },
      { amountToWallet: 2n ** 128n },
      { nonce: Buffer.alloc(31) },
    ])
      expect(() => encodeTransaction({ ...TRANSACTION, ...wrong })).toThrow(LedgerError);
  });
});

describe('the signature', () => {
  it.each(['r1', 'k1'])(
    'of the curve secp256%s is found good by another library, and of nothing else',
    (name) => {
      const signer = openSigner(join(folder, `${name}.pem`));
      expect(signer.curve).toBe(`secp256${name}`);
      const signed = signer.sign(encodeTransaction(TRANSACTION));
      expect(Buffer.from(signed.signature, 'base64url')).toHaveLength(64);
      expect(isSigned(signed, signer.publicKey, signer.curve)).toBe(true);
      const { payload } = signer.sign(encodeTransaction({ ...TRANSACTION, amountToProvider: 100_000_001n }));
      expect(isSigned({ ...signed, payload }, signer.publicKey, signer.curve)).toBe(false);
      writeKey(join(folder, 'other.pem'), name === 'k1' ? 'secp256k1' : undefined);
      expect(isSigned(signed, openSigner(join(folder, 'other.pem')).publicKey, signer.curve)).toBe(false);
    },
  );

  it('is made by no key that others may read, of another curve, or that is none; and no error shows the file', () => {
    const open = join(folder, 'open.pem');
    writeKey(open, 'prime256v1', 0o644);
    expect(() => openSigner(open)).toThrow('chmod 600');
    const other = join(folder, 'p384.pem');
    writeKey(other, 'secp384r1');
    expect(() => openSigner(other)).toThrow('secp256r1 or secp256k1');
    const broken = join(folder, 'broken.pem');
    const text = readFileSync(join(folder, 'r1.pem'), 'utf8').replace('KEY', 'KEI');
    writeFileSync(broken, text, { mode: 0o600 });
    expect(() => openSigner(broken)).toThrow(`${broken} holds no private key`);
  });
});
