import { Decimal } from '@swapdesk/contract/plain';
import type { Asset } from '../api/assets.ts';
import type { Mode } from '../api/service.ts';
import { isTooFine, readAmount } from '../design/amounts.ts';
import type { Wish } from './live-quote.ts';
import { addShare, removeShare, type Shares } from './shares.ts';

/** All that a shopper has chosen and typed. */
export interface Form {
  readonly from: Asset;
  readonly mode: Mode;
  /** On which side the amount was typed. */
  readonly side: 'send' | 'receive';
  readonly amount: string;
  readonly receivers: readonly Receiver[];
  readonly shares: Shares;
  readonly refundAddress: string;
  readonly refCode: string | null;
  /** What whoever is paid calls it, such as the number of a bill. */
  readonly reference: string | null;
  /** What the link has fixed: it is shown, and cannot be changed. */
  readonly fixed: readonly FixedPart[];
}

export const FIXED_PARTS = ['from', 'to', 'amount', 'address'] as const;
export type FixedPart = (typeof FIXED_PARTS)[number];

export interface Receiver {
  /** Stays the same when others are added and removed. */
  readonly id: number;
  readonly asset: Asset;
  readonly address: string;
}

/** What to ask a price for; null as long as the amount is none. */
export function wishOf({ mode, from, receivers, shares, side, amount }: Form): Wish | null {
  const value = readAmount(amount);
  if (value === null || value.coefficient === 0n || isTooFine(value)) return null;
  const entries = receivers.map(({ asset }, n) => ({ asset, share: percent(shares[n] as number) }));
  return { mode, from, entries, side, amount: value };
}

/** What is fixed where somebody asks to be paid. */
const PAYMENT: readonly FixedPart[] = ['to', 'amount', 'address'];

/**
 * What a link has fixed of an exchange as a whole. `payment`: all of what is received, and the payer chooses what to send. `all`: as
 * much of another exchange, of which it would be wrong to say that.
 */
export function whatIsFixed({ fixed, side }: Form): 'payment' | 'all' | null {
  if (!PAYMENT.every((part) => fixed.includes(part))) return null;
  return side === 'receive' && !fixed.includes('from') ? 'payment' : 'all';
}

/** Changes one receiver. */
export function withReceiver(form: Form, n: number, changes: Partial<Omit<Receiver, 'id'>>): Form {
  const receiver = { ...(form.receivers[n] as Receiver), ...changes };
  return { ...form, receivers: form.receivers.with(n, receiver) };
}

/** Another coin to send. An address is good for its chain, so it stays where that does. */
export function withSource(form: Form, from: Asset): Form {
  return { ...form, from, refundAddress: from.chain === form.from.chain ? form.refundAddress : '' };
}

/** Another coin for a receiver; its address stays where the chain does. */
export function withCoin(form: Form, n: number, asset: Asset): Form {
  const isSameChain = asset.chain === form.receivers[n]?.asset.chain;
  return withReceiver(form, n, isSameChain ? { asset } : { asset, address: '' });
}

/** Adds a receiver of what the last one receives. Several are quoted from what is sent: `sent` says how much that is. */
export function withAnother(form: Form, sent: string): Form {
  const last = form.receivers.at(-1) as Receiver;
  const id = Math.max(...form.receivers.map((each) => each.id)) + 1;
  return {
    ...form,
    ...(form.side === 'receive' && { side: 'send', amount: sent }),
    receivers: [...form.receivers, { id, asset: last.asset, address: '' }],
    shares: addShare(form.shares),
  };
}

export function withoutReceiver(form: Form, n: number): Form {
  return { ...form, receivers: form.receivers.toSpliced(n, 1), shares: removeShare(form.shares, n) };
}

/** The other way round: what was received is sent. Addresses and the amount that was typed belong to their coins, and go with them. */
export function turnedRound(form: Form): Form {
  const [first] = form.receivers as readonly [Receiver];
  return {
    ...form,
    from: first.asset,
    receivers: [{ ...first, asset: form.from, address: form.refundAddress }],
    shares: [100],
    refundAddress: first.address,
    side: form.side === 'send' ? 'receive' : 'send',
  };
}

function percent(whole: number): Decimal {
  return (Decimal.parse(String(whole)) as Decimal).shift(-2);
}
