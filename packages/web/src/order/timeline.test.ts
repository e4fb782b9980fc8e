import { Decimal } from '@swapdesk/contract/plain';
import { describe, expect, it } from 'vitest';
import type { Departure, Deposit, Order, Surplus } from '../api/order.ts';
import { isSendingDelayed } from './delayed.ts';
import { pairPrice, timelineOf } from './timeline.ts';
import { showDuration } from './times.ts';

const decimal = (text: string) => Decimal.parse(text) as Decimal;
const ETH = { abbr: 'ETH', chain: 'Ethereum' };
const BTC = { abbr: 'BTC', chain: 'Bitcoin' };

const deposit = (changes: Partial<Deposit> = {}): Deposit => ({
  asset: ETH,
  txid: 'deposit',
  amount: decimal('0.5'),
  depth: null,
  confirmedAt: 120,
  ...changes,
});
const departure = (changes: Partial<Departure> = {}): Departure => ({
  asset: BTC,
  txid: 'payout',
  address: 'receiver',
  amount: decimal('0.01'),
  status: 1,
  confirmedAt: 0,
  ...changes,
});

function order(changes: Partial<Order>, sent: readonly Departure[] = []): Order {
  return {
    no: 'NUMBER12',
    code: 'ABCD-1234-WXYZ',
    mode: 'float',
    status: 1,
    asset: ETH,
    address: 'deposit address',
    paymentUri: 'ethereum:',
    agreed: decimal('0.5'),
    arrived: decimal('0'),
    price: decimal('4000'),
    placedAt: 100,
    expiresAt: 3_700,
    lateUntil: 10_000,
    acceptedAt: 0,
    finishedAt: 0,
    frozenAt: 0,
    deletedAt: 0,
    freezeReason: '',
    resolution: '',
    isBeyondLimits: false,
    refundAddress: '',
    entries: [
      {
        asset: BTC,
        address: 'receiver',
        quantity: decimal('0.01'),
        promised: decimal('0.01'),
        share: decimal('1'),
        price: decimal('100000'),
        sent,
      },
    ],
    deposits: [],
    refunds: [],
    surplus: [],
    delayed: [],
    ...changes,
  };
}

const inShort = (shown: Order) => timelineOf(shown).map(({ key, state }) => `${key} ${state}`);

describe('the way of the money', () => {
  it('begins with waiting for it', () => {
    expect(inShort(order({}))).toEqual([
      'placed done',
      'payment now',
      'exchange next',
      'send next',
      'finish next',
    ]);
  });

  it('is not further as long as one of the transfers is not deep enough', () => {
    const deposits = [deposit(), deposit({ depth: { confirmations: 1, required: 12 } })];
    expect(inShort(order({ status: 2, deposits }))[1]).toBe('payment now');
  });

  it('goes on to the receivers', () => {
    const accepted = { status: 3, acceptedAt: 130, deposits: [deposit()] };
    expect(inShort(order(accepted))).toEqual([
      'placed done',
      'payment done',
      'exchange done',
      'send now',
      'finish next',
    ]);
    const sent = timelineOf(order(accepted, [departure()])).find(({ key }) => key === 'send');
    expect(sent).toMatchObject({ state: 'now', at: 0, transfers: [{ txid: 'payout', status: 1 }] });
  });

  it('ends there, with the times at which all was confirmed', () => {
    const done = { status: 4, acceptedAt: 130, finishedAt: 150, deposits: [deposit()] };
    const steps = timelineOf(order(done, [departure({ status: 2, confirmedAt: 149 })]));
    expect(steps.map(({ key, state, at }) => [key, state, at])).toEqual([
      ['placed', 'done', 100],
      ['payment', 'done', 120],
      ['exchange', 'done', 130],
      ['send', 'done', 149],
      ['finish', 'done', 150],
    ]);
  });

  it('stops where an order is frozen, and turns back where it is refunded', () => {
    const frozen = { status: 7, frozenAt: 130, deposits: [deposit()] };
    expect(inShort(order(frozen))).toEqual(['placed done', 'payment done', 'frozen wrong']);
    expect(inShort(order({ ...frozen, resolution: 'refund' }))).toContain('refund now');
    const refunds = [departure({ asset: ETH, status: 2, confirmedAt: 160 })];
    expect(inShort(order({ ...frozen, status: 5, finishedAt: 160, refunds }))).toEqual([
      'placed done',
      'payment done',
      'frozen done',
      'refund done',
      'finish done',
    ]);
  });

  it('says of what was not worth its network fee that it was not given back, and is not under way for ever', () => {
    const kept = { status: 5, frozenAt: 130, resolution: 'refund', finishedAt: 140, deposits: [deposit()] };
    expect(inShort(order(kept))).toEqual(['placed done', 'payment done', 'frozen done', 'kept done']);
  });

  it('shows surplus that is given back beside what was exchanged', () => {
    const done = { status: 4, acceptedAt: 130, finishedAt: 150, deposits: [deposit()] };
    const refunds = [departure({ asset: ETH, txid: 'surplus' })];
    expect(inShort(order({ ...done, refunds }, [departure({ status: 2 })]))).toContain('refund now');
  });

  it('ends early where nothing came', () => {
    expect(inShort(order({ status: 8 }))).toEqual(['placed done', 'payment next', 'ended wrong']);
    expect(timelineOf(order({ status: 9, deletedAt: 140 })).at(-1)).toMatchObject({ key: 'ended', at: 140 });
  });
});

describe('sending is delayed', () => {
  const accepted = { status: 3, acceptedAt: 130, deposits: [deposit()] };

  it('while nothing is paid out in what a receiver still waits for', () => {
    expect(isSendingDelayed(order({ ...accepted, delayed: [BTC] }))).toBe(true);
    expect(isSendingDelayed(order(accepted))).toBe(false);
  });

  it('but not because something else of the order waits, or before it is exchanged', () => {
    expect(isSendingDelayed(order({ ...accepted, delayed: [ETH] }))).toBe(false);
    expect(isSendingDelayed(order({ ...accepted, delayed: [BTC] }, [departure()]))).toBe(false);
    expect(isSendingDelayed(order({ status: 2, delayed: [BTC] }))).toBe(false);
  });
});

describe('what stands beside it', () => {
  it('is the price of one coin in another, exactly', () => {
    expect(pairPrice(decimal('4000'), decimal('100000'))?.toString()).toBe('0.04');
    expect(pairPrice(decimal('1'), decimal('3'))?.toString()).toBe('0.333333333333333333');
    expect(pairPrice(decimal('1'), decimal('0'))).toBeNull();
  });

  it('is the time that is left', () => {
    expect([0, 59, 60, 605, 3_600, 3_661].map(showDuration)).toEqual([
      '0:00',
      '0:59',
      '1:00',
      '10:05',
      '1:00:00',
      '1:01:01',
    ]);
  });
});

it('a transfer that does not count for the order does not pay it', () => {
  const surplus: Surplus = {
    asset: { abbr: 'USDT', chain: 'Ethereum' },
    txid: 'wrong',
    amount: decimal('500'),
    reason: 'WRONG_COIN',
    state: 'open',
    fee: decimal('1.3'),
    back: decimal('498.7'),
  };
  const wrong = deposit({ asset: surplus.asset, txid: 'wrong', amount: decimal('500') });
  const shown = order({ deposits: [wrong], surplus: [surplus] });
  expect(inShort(shown)[1]).toBe('payment now');
  expect(timelineOf(shown)[1]?.transfers).toEqual([]);
  const paid = order({ status: 2, deposits: [wrong, deposit()], surplus: [surplus] });
  expect(timelineOf(paid)[1]?.transfers).toMatchObject([{ txid: 'deposit' }]);
});
