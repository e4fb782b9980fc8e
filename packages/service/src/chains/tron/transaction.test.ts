import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenMessage } from './protobuf.ts';
import {
  decodeRaw,
  decodeSigned,
  encodeRaw,
  encodeSigned,
  type RawTransaction,
  txidOf,
} from './transaction.ts';

const OWNER = '411a642f0e3c3af545e7acbd38b07251b3990914f1';
const PAYEE = '41c8599111f29c1e1e061265b4af93ea1f274ad78a';
const USDT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const COMMON = {
  reference: { bytes: '1a2b', hash: '00112233445566aa' },
  expiration: 1_763_424_000_000,
  timestamp: 1_763_420_400_123,
};

/** As TronWeb 6.5.1 writes the same. */
const KNOWN: readonly { raw: RawTransaction; hex: string; txid: string }[] = [
  {
    raw: {
      ...COMMON,
      feeLimit: 0n,
      memo: '',
      contract: { type: 'transfer', owner: OWNER, to: PAYEE, units: 1_234_567n },
    },
    hex: '0a021a2b220800112233445566aa4080b08ba2a9335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a15411a642f0e3c3af545e7acbd38b07251b3990914f1121541c8599111f29c1e1e061265b4af93ea1f274ad78a1887ad4b70fbd3afa0a933',
    txid: '684fc7c1ca18891a1bbf1588a087acccec04cc470d13b30d855916031fbe1703',
  },
  {
    raw: {
      ...COMMON,
      feeLimit: 30_000_000n,
      memo: '68656c6c6f',
      contract: {
        type: 'trigger',
        owner: OWNER,
        contract: USDT,
        callValue: 0n,
        data: `a9059cbb${PAYEE.slice(2).padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`,
      },
    },
    hex: '0a021a2b220800112233445566aa4080b08ba2a933520568656c6c6f5aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15411a642f0e3c3af545e7acbd38b07251b3990914f1121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000000c8599111f29c1e1e061265b4af93ea1f274ad78a00000000000000000000000000000000000000000000000000000000004c4b4070fbd3afa0a93390018087a70e',
    txid: '496c84691133625db694b46d125879d9c7ff783b5a1848e87f0187c5ff8fddf5',
  },
];

describe('transactions of TRON', () => {
  it.each(KNOWN)('are written as others write them: $txid', ({ raw, hex, txid }) => {
    expect(bytesToHex(encodeRaw(raw))).toBe(hex);
    expect(txidOf(encodeRaw(raw))).toBe(txid);
    expect(decodeRaw(hexToBytes(hex))).toEqual(raw);
  });

  it('are read as they were written, whatever they pay', () => {
    const account = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `41${bytesToHex(bytes)}`);
    const units = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n });
    const time = fc.integer({ min: 0, max: 8_640_000_000_000 });
    const contract = fc.oneof(
      fc.record({ type: fc.constant('transfer' as const), owner: account, to: account, units }),
      fc.record({
        type: fc.constant('trigger' as const),
        owner: account,
        contract: account,
        callValue: units,
        data: fc.uint8Array({ maxLength: 200 }).map(bytesToHex),
      }),
      fc.record({
        type: fc.constantFrom('delegate' as const, 'undelegate' as const),
        owner: account,
        receiver: account,
        units,
        permission: fc.integer({ min: 0, max: 9 }),
      }),
    );
    const raw = fc.record({
      reference: fc.constant(COMMON.reference),
      expiration: time,
      timestamp: time,
      feeLimit: units,
      memo: fc.uint8Array({ maxLength: 30 }).map(bytesToHex),
      contract,
    });
    fc.assert(
      fc.property(raw, fc.uint8Array({ minLength: 65, maxLength: 65 }), (given, signature) => {
        const { raw: read, signatures } = decodeSigned(encodeSigned(encodeRaw(given), [signature]));
        expect(decodeRaw(read)).toEqual(given);
        expect(signatures).toEqual([signature]);
      }),
    );
  });

  it('are not read from something else, and nothing but that is thrown', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        try {
          decodeRaw(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenMessage);
        }
      }),
    );
    expect(() => decodeRaw(hexToBytes(KNOWN[0]?.hex.slice(0, -4) ?? ''))).toThrow(BrokenMessage);
  });
});
