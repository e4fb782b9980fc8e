import { Decimal } from '@swapdesk/contract/plain';
import type { Asset } from '../api/assets.ts';
import { readAmount, typedAmount } from '../design/amounts.ts';
import { pasted, quoted } from '../design/pasted.ts';
import { FIXED_PARTS, type FixedPart, type Form, type Receiver } from './form.ts';
import { cutAt, lineOf } from './link-text.ts';
import { addShare, LEAST_SHARE, MOST_SHARES, type Shares, WHOLE } from './shares.ts';

/** What a link asks for and does not get. The page says so: nobody may take one pair for another. */
export type LinkProblem =
  | {
      readonly part: 'from' | 'to';
      /** As the link has it. */
      readonly asked: string;
      /** True if there is such a coin, but it cannot be had now. */
      readonly isOff: boolean;
      readonly instead: Asset;
    }
  | { readonly part: 'mode'; readonly asked: string }
  | { readonly part: 'shares' | 'receivers' };

export interface ReadLink {
  readonly form: Form;
  readonly problems: readonly LinkProblem[];
}

const FIRST_FROM = 'Bitcoin/BTC';
const FIRST_TO = 'Ethereum/ETH';
const FIRST_AMOUNT = '0.05';
/** The interface takes no longer ones. */
const LONGEST_REF_CODE = 128;
const LONGEST_REFERENCE = 100;
const LONGEST_ADDRESS = 1_024;
const LONGEST_AMOUNT = 64;
/** More of a name that nothing has says nothing. */
const LONGEST_ASKED = 40;

/** What links are made of, but for what is no part of the form, such as the language. */
const PARAMETERS = 'from amount to share address receive mode refund ref reference fixed'.split(' ');

/**
 * The form as a link wants it, all parts optional: `/?from=TRON/USDT&amount=100&to=Bitcoin/BTC&address=…&refund=…&ref=friend`.
 * `receive` in place of `amount` is what one wants to receive. Several receivers are several `to`, `share` and `address`, in this order.
 * A link that says what is received and not what is sent, `/?to=TRON/USDT&amount=25&address=…&reference=bill-7`, asks for a
 * payment: what it says cannot be changed. `fixed` names what cannot be in any other link.
 */
export function formFromLink(assets: readonly Asset[], asked: URLSearchParams): ReadLink {
  const link = asksForPayment(asked) ? withReceive(asked) : asked;
  const toFix = link.get('fixed')?.split(/[\s,]+/) ?? (asksForPayment(asked) ? ASKED_FOR : []);
  const problems: LinkProblem[] = [];
  const choose = (part: 'from' | 'to', asked: string | null, offered: readonly Asset[], first?: Asset) => {
    const found = find(offered, asked);
    const instead = found ?? first;
    if (instead === undefined) throw new NothingToExchange();
    if (found !== undefined || asked === null || asked === '') return instead;
    const isOff = find(assets, asked) !== undefined;
    problems.push({ part, asked: quoted(asked, LONGEST_ASKED), isOff, instead });
    return instead;
  };
  const sendable = assets.filter(({ canSend }) => canSend);
  const firstFrom = [find(sendable, FIRST_FROM), ...sendable].find(
    (each) => each !== undefined && each !== find(assets, link.get('to')),
  );
  const from = choose('from', link.get('from'), sendable, firstFrom ?? sendable[0]);
  const receivable = assets.filter(({ canReceive }) => canReceive);
  const others = receivable.filter((asset) => asset !== from);
  const wanted = link.getAll('to').slice(0, MOST_SHARES);
  if (link.getAll('to').length > MOST_SHARES) problems.push({ part: 'receivers' });
  const addresses = link.getAll('address').map((address) => cutAt(pasted(address), LONGEST_ADDRESS));
  const receivers = (wanted.length === 0 ? [null] : wanted).map(
    (asked, n): Receiver => ({
      id: n + 1,
      asset: choose('to', asked, receivable, find(others, FIRST_TO) ?? others[0]),
      address: addresses[n] ?? '',
    }),
  );
  const shares = sharesOf(link, receivers.length);
  if (shares === null) problems.push({ part: 'shares' });
  const amount = amountOf(link, from, receivers.length);
  const isLost = problems.some(({ part }) => part === 'to');
  const hasSource = problems.every(({ part }) => part !== 'from');
  const isNoPayment = isLost && toFix.includes('to');
  const fixed = isLost ? [] : fixedOf(toFix, { receivers, amount: amount.amount, hasSource });
  const usual = usualMode(fixed, amount.side);
  // What is paid by a link is paid in full: it has its price, whatever the link says of that.
  const mode = usual === 'fixed' ? usual : (link.get('mode') ?? usual);
  if (mode !== 'float' && mode !== 'fixed')
    problems.push({ part: 'mode', asked: quoted(mode, LONGEST_ASKED) });
  const form: Form = {
    from,
    mode: mode === 'fixed' ? 'fixed' : 'float',
    ...(isNoPayment ? NO_PAYMENT : amount),
    receivers: isNoPayment ? receivers.map(withoutAddress) : receivers,
    shares: shares ?? equalShares(receivers.length),
    refundAddress: cutAt(pasted(link.get('refund') ?? ''), LONGEST_ADDRESS),
    refCode: cutAt(link.get('ref') ?? '', LONGEST_REF_CODE) || null,
    reference: lineOf(link.get('reference') ?? '', LONGEST_REFERENCE) || null,
    fixed,
  };
  return { form, problems };
}

/** All assets are switched off. */
export class NothingToExchange extends Error {
  override readonly name = 'NothingToExchange';
}

/** The link that gives this form again. What else stands in the page's address stays, such as its language. */
export function linkOf(form: Form, search: string): string {
  const link = new URLSearchParams(search);
  for (const name of PARAMETERS) link.delete(name);
  const { receivers } = form;
  link.set('from', form.from.key);
  link.set(form.side === 'send' ? 'amount' : 'receive', amountForLink(form.amount));
  for (const { asset } of receivers) link.append('to', asset.key);
  if (receivers.length > 1) for (const share of form.shares) link.append('share', String(share));
  if (receivers.some(({ address }) => address !== '')) {
    for (const { address } of receivers) link.append('address', address);
  }
  if (form.mode !== usualMode(form.fixed, form.side)) link.set('mode', form.mode);
  if (form.refundAddress !== '') link.set('refund', form.refundAddress);
  if (form.refCode !== null) link.set('ref', form.refCode);
  if (form.reference !== null) link.set('reference', form.reference);
  if (form.fixed.length > 0) link.set('fixed', form.fixed.join(' '));
  // For people: a slash may stand in a query as it is.
  return `?${link.toString().replaceAll('%2F', '/')}`;
}

const ASKED_FOR: readonly FixedPart[] = ['to', 'amount', 'address'];

/** A link of somebody who is to be paid: it says what they get, and leaves open what is sent. */
function asksForPayment(link: URLSearchParams): boolean {
  return !link.has('from') && !link.has('receive') && link.has('amount') && link.getAll('to').length === 1;
}

/** Where no coin to send is named, an amount is one of the coin that is. */
function withReceive(link: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams(link);
  read.delete('amount');
  read.set('receive', link.get('amount') ?? '');
  return read;
}

/** What cannot be changed: only what is there, and of one receiver alone. A coin that is not to be had is chosen anew. */
function fixedOf(
  named: readonly string[],
  { receivers, amount, hasSource }: { receivers: readonly Receiver[]; amount: string; hasSource: boolean },
): readonly FixedPart[] {
  const isThere: Readonly<Record<FixedPart, boolean>> = {
    from: hasSource,
    to: receivers.length === 1,
    // Nothing can be made of a zero: whoever is to pay says how much.
    amount: receivers.length === 1 && (readAmount(amount)?.coefficient ?? 0n) > 0n,
    address: receivers.length === 1 && receivers[0]?.address !== '',
  };
  // An address is one of its chain: of another coin it would be wrong, or gone, and nobody could enter one.
  const all = named.includes('address') && isThere.address ? [...named, 'to'] : named;
  return FIXED_PARTS.filter((part) => all.includes(part) && isThere[part]);
}

/** Only a price that holds gives exactly what was asked for. */
function usualMode(fixed: readonly FixedPart[], side: Form['side']): Form['mode'] {
  return fixed.includes('amount') && side === 'receive' ? 'fixed' : 'float';
}

/** Nobody pays so much of another coin, nor that to this address. */
const NO_PAYMENT: Pick<Form, 'side' | 'amount'> = { side: 'receive', amount: '' };
const withoutAddress = (receiver: Receiver): Receiver => ({ ...receiver, address: '' });

/** Several receivers are quoted from what is sent. */
function amountOf(link: URLSearchParams, from: Asset, count: number): Pick<Form, 'side' | 'amount'> {
  const [send, receive] = [link.get('amount'), link.get('receive')];
  if (send === null && receive !== null && count === 1) {
    return { side: 'receive', amount: amountFromLink(receive) };
  }
  const first = from.key === FIRST_FROM ? FIRST_AMOUNT : '';
  return { side: 'send', amount: amountFromLink(send ?? first) };
}

/** How links write amounts, whoever reads them. */
const PLAIN = /^\d+(\.\d+)?$/;

/** What is none, or could be two, is left as it is, and asked about. */
export function amountFromLink(text: string): string {
  const amount = PLAIN.test(text) ? Decimal.parse(text) : null;
  return amount === null ? text.trim().slice(0, LONGEST_AMOUNT) : typedAmount(amount);
}

/** A space behind it keeps what could be two amounts to this reader, as `50.000`, from being read as one of a link. */
export function amountForLink(text: string): string {
  const amount = readAmount(text);
  if (amount !== null) return amount.toString();
  return PLAIN.test(text) ? `${text} ` : text;
}

/** Null if the link has some that are none. */
function sharesOf(link: URLSearchParams, count: number): Shares | null {
  const texts = link.getAll('share');
  if (texts.length === 0) return equalShares(count);
  const shares = texts.map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : 0));
  const isWhole = shares.reduce((sum, share) => sum + share, 0) === WHOLE;
  return shares.length === count && isWhole && shares.every((share) => share >= LEAST_SHARE) ? shares : null;
}

function equalShares(count: number): Shares {
  return Array.from({ length: count - 1 }).reduce<Shares>((shares) => addShare(shares), [WHOLE]);
}

function find(assets: readonly Asset[], key: string | null): Asset | undefined {
  return assets.find((asset) => asset.key.toLowerCase() === key?.toLowerCase());
}
