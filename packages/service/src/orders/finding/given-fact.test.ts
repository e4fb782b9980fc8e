import fc from 'fast-check';
import { expect, it } from 'vitest';
import { givenFact } from './given-fact.ts';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const read = (text: string) => givenFact(text, ['bitcoin', 'evm'], 'main');

it.each([
  BITCOIN,
  ` ${BITCOIN}\n`,
  BITCOIN.toUpperCase(),
  `bitcoin:${BITCOIN}`,
  `bitcoin:${BITCOIN}?amount=0.05&label=order`,
  `https://explorer.example/address/${BITCOIN}`,
  `https://explorer.example/address/${BITCOIN}/`,
])('an address is read as its chain writes it: %j', (text) => {
  expect(read(text).addresses).toContain(BITCOIN);
});

it.each([
  EVM,
  EVM.toLowerCase(),
  `ethereum:${EVM}@1?value=2e18`,
  `https://explorer.example/address/${EVM}#tokens`,
])('and so are those of EVM chains: %j', (text) => {
  expect(read(text).addresses).toContain(EVM);
});

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const before = fc.constantFrom(
  '',
  '0x',
  'https://explorer.example/tx/',
  'https://explorer.example/#/transaction/',
);
const behind = fc.constantFrom('', '/', '?cluster=devnet', '#eventlog');

it('a transaction is read with 0x and without, in capitals, and from the link of an explorer', () => {
  fc.assert(
    fc.property(hex, before, behind, fc.boolean(), (id, prefix, suffix, isUpper) => {
      const isLink = prefix.includes('://');
      const text = `${prefix}${isUpper ? id.toUpperCase() : id}${isLink ? suffix : ''}`;
      expect(read(text).transactions).toEqual([id, `0x${id}`]);
    }),
  );
});

it('any text at all is read, as something', () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      const { addresses, text } = read(given);
      expect(addresses).toContain(text);
    }),
  );
});
