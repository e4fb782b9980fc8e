import { describe, expect, it } from 'vitest';
import { dealText } from './deal-text.ts';

type Order = Parameters<typeof dealText>[0];

const from = { chain: 'Ethereum', abbr: 'USDT', amount: '1000' };
const output = (state: Order['to'][number]['state'], amount = '0.01017883'): Order['to'][number] => ({
  chain: 'Bitcoin',
  abbr: 'BTC',
  amount,
  agreed: '0.01017883',
  state,
});

describe('what is said of an order in a line', () => {
  it.each<[what: string, received: string, to: Order['to'], says: string]>([
    ['nothing has come yet', '0', [output('agreed')], '1,000 USDT for 0.01017883 BTC'],
    ['it is paid as agreed', '1000', [output('paid')], '1,000 USDT for 0.01017883 BTC'],
    [
      'the price is another than when it was placed',
      '1000.0',
      [output('paid', '0.0102')],
      '1,000 USDT for 0.0102 BTC',
    ],
    [
      'half of it came and was exchanged',
      '500',
      [output('owed', '0.00510866')],
      '500 of 1,000 USDT for 0.00510866 BTC (agreed: 0.01017883 BTC)',
    ],
    [
      'more came',
      '1200',
      [output('paid', '0.0122')],
      '1,200 USDT (agreed: 1,000 USDT) for 0.0122 BTC (agreed: 0.01017883 BTC)',
    ],
    [
      'half came, and nobody has decided',
      '500',
      [output('agreed')],
      '500 USDT came; agreed: 1,000 USDT for 0.01017883 BTC',
    ],
    [
      'it was given back',
      '500',
      [output('not paid')],
      '500 USDT came, nothing was paid out; agreed: 1,000 USDT for 0.01017883 BTC',
    ],
    [
      'it was cancelled or has expired',
      '0',
      [output('not paid')],
      'Nothing was exchanged; agreed: 1,000 USDT for 0.01017883 BTC',
    ],
    [
      'one of two receivers could not be paid',
      '1000',
      [output('paid', '0.005'), output('not paid')],
      '1,000 USDT for 0.005 BTC + 0.01017883 BTC, not paid',
    ],
  ])('where %s', (_, received, to, says) => {
    expect(dealText({ from, received, to })).toBe(says);
  });
});
