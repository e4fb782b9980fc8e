import { Decimal } from '@swapdesk/contract/plain';
import { describe, expect, it } from 'vitest';
import type { Order } from '../api/order.ts';
import { receiptText } from './receipt-text.ts';
import { statusWords } from './status-words.ts';

const decimal = (text: string) => Decimal.parse(text) as Decimal;
const ETH = { abbr: 'ETH', chain: 'Ethereum' };
const refund = {
  asset: ETH,
  txid: 'refund',
  address: 'theirs',
  amount: decimal('0.3'),
  status: 2,
  confirmedAt: 9,
};

/** As much of an order as its receipt needs. */
const order = (changes: Partial<Order>) =>
  ({
    no: 'NUMBER12',
    mode: 'fixed',
    status: 5,
    asset: ETH,
    agreed: decimal('0.5'),
    placedAt: 100,
    lateUntil: 10_000,
    deletedAt: 0,
    entries: [{ asset: { abbr: 'BTC', chain: 'Bitcoin' }, address: 'receiver', sent: [] }],
    deposits: [],
    refunds: [],
    ...changes,
  }) as unknown as Order;

describe('the receipt of an order', () => {
  it('says that nothing was given back where nothing was', () => {
    const text = receiptText(order({}), '');
    expect(text).toContain('State: Not given back');
    expect(text).toContain('Too little came to be given back');
    expect(text).toContain('You were to receive: BTC');
    expect(text).not.toMatch(/Refunded|You receive:/);
  });

  it('says what was given back, and no more that one receives what was agreed', () => {
    const text = receiptText(order({ refunds: [refund] }), '');
    expect(text).toContain('State: Refunded');
    expect(text).toContain('Given back: 0.3 ETH');
    expect(text).not.toMatch(/Too little|You receive:/);
  });

  it('calls an order cancelled that somebody cancelled, and no other that nobody has paid', () => {
    expect(statusWords(order({ status: 9, deletedAt: 500 })).headline).toBe('This order was cancelled');
    const lapsed = statusWords(order({ status: 9, deletedAt: 10_000 }));
    expect(lapsed).toEqual({ badge: 'Not paid', headline: 'This order ended without a payment' });
  });
});
