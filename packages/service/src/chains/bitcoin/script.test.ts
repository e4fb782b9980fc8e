import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { addressForm } from '../address-forms.ts';
import { COINS } from './params.ts';
import { addressOfLock, lockOfAddress, lockOfScript, type ScriptKind, scriptOfLock } from './script.ts';
import { BITCOIN } from './testing/coins.ts';

describe('scripts', () => {
  const key = secp256k1.getPublicKey(new Uint8Array(32).fill(5));
  const programs: [ScriptKind, string][] = [
    ['p2pkh', '11'.repeat(20)],
    ['p2sh', '22'.repeat(20)],
    ['p2wpkh', '33'.repeat(20)],
    ['p2wsh', '44'.repeat(32)],
    ['p2tr', hex.encode(key.slice(1))],
  ];

  it.each(programs)('of kind %s and their addresses stand for each other', (kind, program) => {
    const lock = { kind, program };
    expect(lockOfScript(scriptOfLock(lock))).toEqual(lock);
    for (const coin of COINS) {
      for (const network of ['main', 'test', 'regtest'] as const) {
        const address = addressOfLock(coin, network, lock);
        if (address === null) continue;
        expect(lockOfAddress(coin, network, address)).toEqual(lock);
        expect(addressForm(coin.space).check(address, network)).toEqual({ valid: true, address });
      }
    }
  });

  it.each(['', '6a', '51', `5920${'00'.repeat(32)}`, `0014${'00'.repeat(19)}`, `76a914${'00'.repeat(20)}88`])(
    '%s is nothing that can be ours',
    (script) => {
      expect(lockOfScript(script)).toBeNull();
    },
  );

  it.each(['bc1q', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNL', ''])(
    'of %j there are none on Bitcoin',
    (address) => {
      expect(() => lockOfAddress(BITCOIN, 'main', address)).toThrow('no address of Bitcoin');
    },
  );
});
