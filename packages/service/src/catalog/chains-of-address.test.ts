import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type Asset, Catalogue } from './catalogue.ts';
import { chainsOfAddress } from './chains-of-address.ts';
import { loadCatalogue } from './load-catalogue.ts';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SCRIPT_HASH = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG';
const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

let store: TestDatabase;
let catalogue: Catalogue;
beforeAll(async () => {
  store = await createTestDatabase();
  catalogue = await loadCatalogue(store.database);
});
afterAll(() => store.drop());

const asset = (chain: string, abbr: string) => catalogue.find(chain, abbr) as Asset;
const chainsOf = (text: string, { chain }: Asset) => chainsOfAddress(catalogue, 'main', text, chain);

it('names the chains that an address is of, for whoever gave it for another', () => {
  const ether = asset('Ethereum', 'ETH');
  expect(chainsOf(BITCOIN, ether)).toEqual(['Bitcoin']);
  expect(chainsOf(TRON, ether)).toEqual(['TRON']);
  expect(chainsOf(EVM, asset('Bitcoin', 'BTC'))).toEqual(
    expect.arrayContaining(['Ethereum', 'Arbitrum', 'BSC', 'Polygon', 'Base']),
  );
});

it('names no chain that takes none of this form any more, as it was mistaken for another', () => {
  expect(chainsOf(SCRIPT_HASH, asset('Ethereum', 'ETH'))).toEqual(['Bitcoin']);
  expect(chainsOf(SCRIPT_HASH, asset('Litecoin', 'LTC'))).toEqual(['Bitcoin']);
});

it('names none for what no chain has, nor where the form is right and something else is wrong', () => {
  const ether = asset('Ethereum', 'ETH');
  for (const text of ['', 'x', `${BITCOIN} `, BITCOIN.replace('w508', 'w509')])
    expect(chainsOf(text, ether)).toEqual([]);
  expect(chainsOf(asset('Ethereum', 'USDT').contract as string, ether)).toEqual([]);
});

it('names no chain on which nothing can be received now', () => {
  const without = new Catalogue(
    catalogue.assets.map((each) => (each.chain.name === 'Bitcoin' ? { ...each, canReceive: false } : each)),
  );
  expect(chainsOfAddress(without, 'main', BITCOIN, asset('Ethereum', 'ETH').chain)).toEqual([]);
});
