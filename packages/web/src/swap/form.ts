import { Decimal } from '@swapdesk/contract/plain';
import type { Asset } from '../api/assets.ts';
import type { Mode } from '../api/service.ts';
import { isTooFine, readAmount, typedAmount } from '../design/amounts.ts';
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
}

export interface Receiver {
  /** Stays the same when others are added and removed. */
  readonly id: number;
  readonly asset: Asset;
  readonly address: string;
}

const FIRST_FROM = 'Bitcoin/BTC';
const FIRST_TO = 'Ethereum/ETH';
const FIRST_AMOUNT = '0.05';
/** The interface takes no longer one. */
const LONGEST_REF_CODE = 128;

/** The form as a link wants it: `/?from=TRON/USDT&to=Bitcoin/BTC&amount=100&ref=friend`, all optional. */
export function formFromLink(assets: readonly Asset[], link: URLSearchParams): Form {
  const sendable = assets.filter(({ canSend }) => canSend);
  const receivable = assets.filter(({ canReceive }) => canReceive);
  const from = find(sendable, link.get('from')) ?? find(sendable, FIRST_FROM) ?? sendable[0];
  const others = receivable.filter(({ key }) => key !== from?.key);
  const to = find(receivable, link.get('to')) ?? find(others, FIRST_TO) ?? others[0];
  if (from === undefined || to === undefined) throw new NothingToExchange();
  const amount = link.get('amount');
  const isFirst = from.key === FIRST_FROM && amount === null;
  return {
    from,
    mode: link.get('mode') === 'fixed' ? 'fixed' : 'float',
    side: 'send',
    amount: amountOfLink(isFirst ? FIRST_AMOUNT : (amount ?? '')),
    receivers: [{ id: 1, asset: to, address: '' }],
    shares: [100],
    refundAddress: '',
    refCode: link.get('ref')?.slice(0, LONGEST_REF_CODE) || null,
  };
}

/** All assets are switched off. */
export class NothingToExchange extends Error {
  override readonly name = 'NothingToExchange';
}

/** What to ask a price for; null as long as the amount is none. */
export function wishOf({ mode, from, receivers, shares, side, amount }: Form): Wish | null {
  const value = readAmount(amount);
  if (value === null || value.coefficient === 0n || isTooFine(value)) return null;
  const entries = receivers.map(({ asset }, n) => ({ asset, share: percent(shares[n] as number) }));
  return { mode, from, entries, side, amount: value };
}

/** Changes one receiver. */
export function withReceiver(form: Form, n: number, changes: Partial<Omit<Receiver, 'id'>>): Form {
  const receiver = { ...(form.receivers[n] as Receiver), ...changes };
  return { ...form, receivers: form.receivers.with(n, receiver) };
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

/** The other way round: what was received is sent. Addresses belong to their chains, so they go. */
export function turnedRound(form: Form): Form {
  const [first] = form.receivers as readonly [Receiver];
  return {
    ...form,
    from: first.asset,
    receivers: [{ ...first, asset: form.from, address: form.refundAddress }],
    shares: [100],
    refundAddress: first.address,
    side: 'send',
    amount: '',
  };
}

function find(assets: readonly Asset[], key: string | null): Asset | undefined {
  return assets.find((asset) => asset.key.toLowerCase() === key?.toLowerCase());
}

/** Links write amounts one way, readers another. What is no amount of a link is left as it is, and asked about. */
function amountOfLink(text: string): string {
  const amount = /^\d+(\.\d+)?$/.test(text) ? Decimal.parse(text) : null;
  return amount === null ? text : typedAmount(amount);
}

function percent(whole: number): Decimal {
  return (Decimal.parse(String(whole)) as Decimal).shift(-2);
}
