import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeTransfer, encodeUnits, TRANSFER_TOPIC, transferCall, transferOf } from './erc20.ts';
import { padded } from './hex.ts';

const account = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const units = fc.bigInt(0n, (1n << 256n) - 1n);

describe('transfers', () => {
  it('are read from logs exactly as they were written', () => {
    fc.assert(
      fc.property(account, account, account, units, (contract, from, to, amount) => {
        const topics = [TRANSFER_TOPIC, `0x${padded(from)}`, `0x${padded(to)}`];
        const data = `0x${encodeUnits(amount)}`;
        expect(transferOf({ address: contract, topics, data })).toEqual({
          contract,
          from,
          to,
          units: amount,
        });
      }),
    );
  });

  it('are read from calls exactly as they were written, whatever is appended', () => {
    fc.assert(
      fc.property(account, account, account, units, fc.nat(100), (contract, from, to, amount, more) => {
        const call = encodeTransfer(to, amount) + '00'.repeat(more);
        expect(transferCall(contract, from, call)).toEqual({ contract, from, to, units: amount });
        const spender = `0x23b872dd${padded(from)}${padded(to)}${encodeUnits(amount)}`;
        expect(transferCall(contract, to, spender)).toEqual({ contract, from, to, units: amount });
      }),
    );
  });

  it('of NFTs and everything else are none', () => {
    const word = `0x${'00'.repeat(32)}`;
    const address = `0x${'11'.repeat(20)}`;
    expect(transferOf({ address, topics: [TRANSFER_TOPIC, word, word, word], data: '0x' })).toBeNull();
    expect(transferOf({ address, topics: [word, word, word], data: word })).toBeNull();
    expect(transferCall(address, address, '0x')).toBeNull();
    expect(transferCall(address, address, encodeTransfer(address, 1n).slice(0, -2))).toBeNull();
    expect(transferCall(address, address, `0xa9059cbb${'ff'.repeat(64)}`)).toBeNull();
  });

  it('never throw on what strangers write into a call', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('a9059cbb', '23b872dd', ''),
        fc.uint8Array({ maxLength: 200 }),
        (name, bytes) => {
          const address = `0x${'11'.repeat(20)}`;
          transferCall(address, address, `0x${name}${Buffer.from(bytes).toString('hex')}`);
        },
      ),
    );
  });
});
