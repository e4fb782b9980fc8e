import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressForm } from '../address-forms.ts';
import { isWalletKey } from './wallet-key.ts';

const solana = addressForm('solana');
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('Solana addresses', () => {
  it.each([
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    'Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb',
  ])('accepts %s on both networks', (address) => {
    expect(solana.check(address, 'main')).toEqual({ valid: true, address });
    expect(solana.check(address, 'test')).toEqual({ valid: true, address });
  });

  it.each([
    '11111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    'Vote111111111111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'SysvarC1ock11111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  ])('refuses the program %s', (text) => {
    expect(base58.decode(text)).toHaveLength(32);
    expect(solana.check(text, 'main')).toMatchObject({ reason: expect.stringContaining('program') });
  });

  it('refuses the associated token account of a wallet, which lies off the curve', () => {
    const account = 'FF2BjgeRK2LgK8Lj4wY2CTJrmJAKV5ZPCdHqfq1tJLGi';
    expect(solana.check(account, 'main')).toMatchObject({
      reason: expect.stringContaining('not the key of a wallet'),
    });
  });

  it('refuses any number of bytes but 32', () => {
    const lengths = fc.uint8Array({ maxLength: 64 }).filter(({ length }) => length !== 32);
    fc.assert(fc.property(lengths, (bytes) => !solana.check(base58.encode(bytes), 'main').valid));
  });

  it('accepts the key of every private key', () => {
    fc.assert(
      fc.property(bytes32, (secret) => isWalletKey(ed25519.getPublicKey(secret))),
      { numRuns: 300 },
    );
  });

  it('refuses bytes that the curve library takes for no point', () => {
    const isPoint = (bytes: Uint8Array) => {
      try {
        return ed25519.Point.fromBytes(bytes) !== null;
      } catch {
        return false;
      }
    };
    fc.assert(fc.property(bytes32, (bytes) => isPoint(bytes) || !isWalletKey(bytes)));
  });

  it('refuses points that are not twice another point, and those of small order', () => {
    const { Point } = ed25519;
    const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
    fc.assert(
      fc.property(bytes32, fc.integer({ min: 0, max: 7 }), (secret, times) => {
        const shift = times === 0 ? Point.ZERO : torsion.multiplyUnsafe(BigInt(times));
        const point = Point.fromBytes(ed25519.getPublicKey(secret)).add(shift);
        expect(isWalletKey(point.toBytes())).toBe(times % 2 === 0);
        expect(isWalletKey(shift.toBytes())).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
