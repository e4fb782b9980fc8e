import { parseJson } from '@swapdesk/contract';
import { expect, it } from 'vitest';
import { readTransaction } from './core-transaction.ts';
import type { CoinParams } from './params.ts';
import { BITCOIN, DOGECOIN, LITECOIN } from './testing/coins.ts';

const OURS = `{"value":1.5,"n":1,"scriptPubKey":{"hex":"76a914${'11'.repeat(20)}88ac"}}`;
const BALANCE = `{"value":1000,"n":0,"scriptPubKey":{"hex":"5820${'22'.repeat(32)}"}}`;
const OTHER = `{"value":1000,"n":0,"scriptPubKey":{"hex":"0014${'33'.repeat(20)}"}}`;
const SPENDS = `{"txid":"${'44'.repeat(32)}","vout":0}`;
const NEW = '{"coinbase":"0102"}';

function maturity(coin: CoinParams, input: string, first: string): number | undefined {
  const answer = parseJson(`{"txid":"${'55'.repeat(32)}","vin":[${input}],"vout":[${first},${OURS}]}`);
  const read = readTransaction(answer, { coin, network: 'regtest', assetId: 1 }, () => true);
  expect(read.transfers.at(-1)).toMatchObject({ index: 1, units: 150_000_000n });
  return read.maturity;
}

it.each([
  ['what a miner was given', BITCOIN, NEW, OTHER, 100],
  ['what a miner was given', LITECOIN, NEW, OTHER, 100],
  ['what a miner was given', DOGECOIN, NEW, OTHER, 240],
  // The last transaction of a block, which holds the balance of the extension blocks and pays out of them.
  ['what leaves an extension block', LITECOIN, SPENDS, BALANCE, 6],
  ['what leaves an extension block', BITCOIN, SPENDS, BALANCE, undefined],
  ['an ordinary payment', LITECOIN, SPENDS, OTHER, undefined],
])('%s (%o) can be spent after so many confirmations', (_, coin, input, first, expected) => {
  expect(maturity(coin, input, first)).toBe(expected);
});

/** Inputs as newer nodes state them, with the output that each spends. */
const from = (script: string) =>
  `{"txid":"${'44'.repeat(32)}","vout":0,"prevout":{"scriptPubKey":{"hex":"${script}"}}}`;
const KEY_HASH = from(`76a914${'66'.repeat(20)}88ac`);
const ODD = from('51');

it.each([
  ['one that can be read', [KEY_HASH], 1],
  ['the same twice', [KEY_HASH, KEY_HASH], 1],
  ['one that cannot be read', [ODD], 0],
  ['one of each: whoever mixes a clean coin in is not known by it', [KEY_HASH, ODD], 0],
])('who paid, of %s', (_, inputs, known) => {
  const answer = parseJson(`{"txid":"${'55'.repeat(32)}","vin":[${inputs.join()}],"vout":[${OURS}]}`);
  const options = { coin: BITCOIN, network: 'regtest', assetId: 1 } as const;
  expect(readTransaction(answer, options, () => true).sources).toHaveLength(known);
});
