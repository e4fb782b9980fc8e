import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { ExpiringPlan } from '../signer.ts';
import { tronForm } from './address.ts';
import { signTron, transactionOf, txidOfPlan } from './sign-tron.ts';
import { decodeSigned, txidOf } from './transaction.ts';

const KEY = new Uint8Array(32).fill(1);
const PLAN: ExpiringPlan = {
  kind: 'expiring',
  chainId: 8,
  space: 'tron',
  from: 'TCNkawTmcQgYSU8nP8cHswT1QPjharxJr7',
  payee: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  units: 5_000_000n,
  feeUnits: 14_000_000n,
  callFeeUnits: 13_000_000n,
  expiresAt: 1_763_424_000_000,
  reference: '0000000004c51a2b00112233445566aabbccddeeff00112233445566778899aa',
  salt: 'order 1',
};

describe('a plan of TRON', () => {
  it('gives the same bytes each time, signed by whoever pays', () => {
    const { txid, bytes } = signTron(PLAN, KEY);
    expect(signTron({ ...PLAN }, KEY)).toEqual({ txid, bytes });
    const { raw, signatures } = decodeSigned(bytes);
    expect([txidOf(raw), txidOfPlan(PLAN)]).toEqual([txid, txid]);
    const [signature = new Uint8Array()] = signatures;
    expect([27, 28]).toContain(signature[64]);
    const recovered = Uint8Array.from([(signature[64] ?? 0) - 27, ...signature.subarray(0, 64)]);
    const publicKey = secp256k1.recoverPublicKey(recovered, hexToBytes(txid), { prehash: false });
    expect(tronForm.encode(publicKey, 'main')).toBe(PLAN.from);
  });

  it('names its block, its expiry and the most that a call may burn', () => {
    const { reference, expiration, feeLimit, timestamp, memo } = transactionOf(PLAN);
    expect(reference).toEqual({ bytes: '1a2b', hash: '00112233445566aa' });
    expect([expiration, feeLimit, memo]).toEqual([PLAN.expiresAt, 13_000_000n, '']);
    expect(timestamp).toBeLessThan(PLAN.expiresAt);
    expect(timestamp).toBeGreaterThanOrEqual(PLAN.expiresAt - 86_400_000);
  });

  it('differs from another that is like it but for whom it is', () => {
    expect(txidOfPlan({ ...PLAN, salt: 'order 2' })).not.toBe(txidOfPlan(PLAN));
  });

  it('pays TRX without a call', () => {
    expect(transactionOf({ ...PLAN, contract: null, callFeeUnits: 0n }).contract).toEqual({
      type: 'transfer',
      owner: '411a642f0e3c3af545e7acbd38b07251b3990914f1',
      to: '41c8599111f29c1e1e061265b4af93ea1f274ad78a',
      units: 5_000_000n,
    });
    expect(bytesToHex(signTron({ ...PLAN, contract: null }, KEY).bytes)).not.toContain('a9059cbb');
  });

  it('is signed with no other key', () => {
    expect(() => signTron(PLAN, new Uint8Array(32).fill(2))).toThrow('is to pay');
  });
});
