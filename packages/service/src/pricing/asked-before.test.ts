import { Decimal, parseJson } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { AskedBefore, type AskedExchange, type AskedFor } from './asked-before.ts';
import { FeeRules } from './fee-rules.ts';

const decimal = (text: string) => Decimal.parse(text) as Decimal;
const ETH = { to_chain: 'Ethereum', to_abbr: 'ETH', to_ratio: decimal('0.5') };
const USDT = { to_chain: 'Ethereum', to_abbr: 'USDT', to_ratio: decimal('0.5') };
const ASKED: AskedExchange = {
  exchange_mode: 'float',
  from_chain: 'Bitcoin',
  from_abbr: 'BTC',
  to_address: [ETH, USDT],
};
const ANYBODY: AskedFor = { fees: { float: null, fixed: null }, isCapped: false };
const RULE = { id: 1, mode: 'float', accountId: 7, pair: null, fromUsdt: 0, feePpm: 1 } as const;

const splits = (ratio: string): AskedExchange => ({
  ...ASKED,
  to_address: [ETH, { ...USDT, to_ratio: decimal(ratio) }],
});

describe('what was asked before', () => {
  it('is found by whoever asks for the same, in words of their own', () => {
    const before = new AskedBefore<string>();
    before.keep(ASKED, ANYBODY, 'known');
    const text =
      '{"exchange_mode":"float","from_chain":"Bitcoin","from_abbr":"BTC","to_address":[' +
      '{"to_chain":"Ethereum","to_abbr":"ETH","to_ratio":0.5,"to_address":"0x1"},' +
      '{"to_chain":"Ethereum","to_abbr":"USDT","to_ratio":0.5}]}';
    const again = parseJson(text) as unknown as AskedExchange;
    expect(before.find(again, { ...ANYBODY, fees: { ...ANYBODY.fees } })?.value).toBe('known');
    expect(before.size).toBe(1);
  });

  it.each<[string, Partial<AskedExchange>, Partial<AskedFor>]>([
    ['mode', { exchange_mode: 'fixed' }, {}],
    ['chain', { from_chain: 'Litecoin' }, {}],
    ['coin', { from_abbr: 'LTC' }, {}],
    ['number of entries', { to_address: [ETH] }, {}],
    ['order of entries', { to_address: [USDT, ETH] }, {}],
    ['chain of an entry', { to_address: [ETH, { ...USDT, to_chain: 'TRON' }] }, {}],
    ['coin of an entry', { to_address: [ETH, { ...USDT, to_abbr: 'USDC' }] }, {}],
    ['ratio', splits('0.4'), {}],
    ['ratio with another exponent', splits('5'), {}],
    ['ratio that is not said', { to_address: [ETH, { to_chain: 'Ethereum', to_abbr: 'USDT' }] }, {}],
    ['group ratio', { to_address: [ETH, { ...USDT, to_group_ratio: decimal('1') }] }, {}],
    ['cap', {}, { isCapped: true }],
    ['share of it', {}, { fees: { float: null, fixed: null, isKeyless: true } }],
    ['float fee', {}, { fees: { float: 1, fixed: null } }],
    ['fixed fee', {}, { fees: { float: null, fixed: 1 } }],
    ['rules', {}, { fees: { float: null, fixed: null, rules: new FeeRules([RULE]) } }],
  ])('is not found with another %s', (_, asked, by) => {
    const before = new AskedBefore<string>();
    before.keep(ASKED, ANYBODY, 'known');
    expect(before.find({ ...ASKED, ...asked }, { ...ANYBODY, ...by })).toBeUndefined();
  });

  it('is forgotten before much of a pair has to be looked through', () => {
    const before = new AskedBefore<number>();
    const ratio = (n: number) => `0.${1_000 + n}`;
    for (let n = 0; n < 40; n++) before.keep(splits(ratio(n)), ANYBODY, n);
    expect(before.size).toBe(32);
    const found = Array.from({ length: 40 }, (_, n) => before.find(splits(ratio(n)), ANYBODY)?.value);
    expect(found).toEqual([...Array(8).fill(undefined), ...Array.from({ length: 32 }, (_, n) => n + 8)]);
  });

  it('is forgotten before it fills the memory', () => {
    const before = new AskedBefore<number>();
    for (let n = 0; n < 10_000; n++) before.keep({ ...ASKED, from_abbr: `T${n}` }, ANYBODY, n);
    expect(before.size).toBeLessThanOrEqual(1_000);
    expect(before.find({ ...ASKED, from_abbr: 'T0' }, ANYBODY)).toBeUndefined();
    expect(before.find({ ...ASKED, from_abbr: 'T9999' }, ANYBODY)?.value).toBe(9_999);
  });
});
