import { type EventType, ORDER_STATUS } from '@swapdesk/contract';
import { DEPOSIT, depositIs, depositIsNot, isUsedFor, USE } from '../deposits/life.ts';
import type { Entry, LedgerAccount } from '../ledger/accounts.ts';
import type { OwedBeside } from '../ledger/withdrawals.ts';
import { isIn, literal } from '../life.ts';
import { IS_CONFIRMED } from '../operators/proposal-state.ts';

/**
 * Why a payout is owed. A reason is a row of REASONS here, one rule of the signer, who checks it for itself
 * (signer/promises.ts), and a word in the store's own list. `withdrawal` is the transfer of the operator's own to an address
 * that the signer's file names, `cold` what an engine sends to the cold address of that file because it is above the hot limit;
 * `unclaimed` gives back a deposit that came to an address of no order; `settlement` pays an affiliate's commissions.
 */
export const REASON = {
  output: 'output',
  refund: 'refund',
  entryRefund: 'entry_refund',
  withdrawal: 'withdrawal',
  unclaimed: 'unclaimed',
  cold: 'cold',
  settlement: 'settlement',
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];
/** Of what leaves for no order, by a confirmed proposal. */
export type ProposedReason = 'withdrawal' | 'unclaimed' | 'settlement';
/** Of what leaves for no order. */
export type OwnReason = ProposedReason | 'cold';
export type OrderReason = Exclude<Reason, OwnReason>;

const { exchanging, completed, frozen } = ORDER_STATUS;

interface ReasonRow {
  /** The account that owes it until it is paid. */
  readonly owedBy: Extract<LedgerAccount, 'order' | 'withdrawal' | 'settlement' | 'unclaimed'>;
  /** Whether an entry of its order is paid, or given back, by it: that follows it. */
  readonly isOfEntry: boolean;
  /** Whether its order may be refunded by it. */
  readonly isGivenBack: boolean;
  /** The order's log calls it so; one of no order is not told. */
  readonly told: 'payout' | 'refund';
  /** It may be signed, as far as the reason goes. SQL about a payout `p` and its order `o`. */
  readonly isWanted: string;
  /** What was signed and lost from the store is taken up as long as this holds, whether or not its deposits are deep enough. */
  readonly isServed: string;
}

const HAS_DEPOSIT = `EXISTS (SELECT 1 FROM deposit d WHERE d.id = p.deposit_id AND ${depositIs('d', DEPOSIT.confirmed)})`;
const IS_PROPOSED = `EXISTS (SELECT 1 FROM proposal x WHERE x.id = p.proposal_id AND ${IS_CONFIRMED})`;
/** Every order whose commission it pays is completed: one that has come undone since has earned nothing for now. */
const COVERS_COMPLETED = `
  NOT EXISTS (SELECT 1 FROM referral_order r JOIN orders w ON w.id = r.order_id
               WHERE r.settlement_id = p.settlement_id AND w.status <> ${completed})`;
/** SQL: the signer says that it sends there, of a payout `p`. It believes its own file alone, whatever the store says. */
export const IS_NAMED_COLD =
  'EXISTS (SELECT 1 FROM signer_cold s WHERE s.chain_id = p.chain_id AND s.address = p.address)';
/** What its order exchanged is all there. */
const LACKS_NOTHING = `
  NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND ${isUsedFor('d', USE.exchange)} AND ${depositIsNot('d', DEPOSIT.confirmed)})`;

export const REASONS: Readonly<Record<Reason, ReasonRow>> = {
  output: {
    owedBy: 'order',
    isOfEntry: true,
    isGivenBack: false,
    told: 'payout',
    isWanted: `o.status = ${exchanging} AND ${LACKS_NOTHING}`,
    isServed: `o.status = ${exchanging}`,
  },
  refund: {
    owedBy: 'order',
    isOfEntry: false,
    isGivenBack: true,
    told: 'refund',
    isWanted: HAS_DEPOSIT,
    isServed: HAS_DEPOSIT,
  },
  entry_refund: {
    owedBy: 'order',
    isOfEntry: true,
    isGivenBack: true,
    told: 'refund',
    isWanted: `(o.status = ${exchanging} OR o.status = ${frozen} AND o.resolution = 'refund') AND ${LACKS_NOTHING}`,
    isServed: `o.status = ${exchanging}`,
  },
  withdrawal: {
    owedBy: 'withdrawal',
    isOfEntry: false,
    isGivenBack: false,
    told: 'refund',
    isWanted: IS_PROPOSED,
    isServed: IS_PROPOSED,
  },
  unclaimed: {
    owedBy: 'unclaimed',
    isOfEntry: false,
    isGivenBack: false,
    told: 'refund',
    isWanted: `EXISTS (
      SELECT 1 FROM deposit d WHERE d.id = p.deposit_id AND ${depositIs('d', DEPOSIT.confirmed)} AND d.order_id IS NULL)`,
    isServed: HAS_DEPOSIT,
  },
  cold: {
    owedBy: 'withdrawal',
    isOfEntry: false,
    isGivenBack: false,
    told: 'refund',
    isWanted: IS_NAMED_COLD,
    isServed: 'true',
  },
  settlement: {
    owedBy: 'settlement',
    isOfEntry: false,
    isGivenBack: false,
    told: 'refund',
    isWanted: `${IS_PROPOSED} AND ${COVERS_COMPLETED}`,
    isServed: IS_PROPOSED,
  },
};

const ALL = Object.keys(REASONS) as readonly Reason[];
const OF_ENTRY = ALL.filter((reason) => REASONS[reason].isOfEntry);

/** SQL: one of some rules holds, by the reason of a payout `p`. */
export function byReason(rules: Readonly<Record<Reason, string>>): string {
  const cases = ALL.map((reason) => `WHEN ${literal(reason)} THEN ${rules[reason]}`);
  return `CASE p.reason ${cases.join('\n      ')} END`;
}

/** SQL: by its reason, a payout `p` of an order `o` may be signed. */
export const IS_WANTED = byReason(ruleOf('isWanted'));
/** SQL: by its reason, what was signed for a payout `p` of an order `o` is taken up. */
export const IS_SERVED = byReason(ruleOf('isServed'));

function ruleOf(rule: 'isWanted' | 'isServed'): Readonly<Record<Reason, string>> {
  return Object.fromEntries(ALL.map((reason) => [reason, REASONS[reason][rule]])) as Record<Reason, string>;
}

/** SQL: a payout, by its alias, has one of these reasons. */
export function isFor(alias: string, ...reasons: readonly Reason[]): string {
  return isIn(`${alias}.reason`, reasons);
}

/** SQL: an entry of its order follows a payout. */
export function isOfEntry(alias: string): string {
  return isFor(alias, ...OF_ENTRY);
}

/** The orders of some payouts: those that are paid by them, and those that are given back. */
export function ordersOf(payouts: readonly { readonly order_id: number | null; readonly reason: Reason }[]): {
  paid: number[];
  givenBack: number[];
} {
  const those = (is: 'isOfEntry' | 'isGivenBack') => [
    ...new Set(payouts.flatMap(({ order_id, reason }) => (REASONS[reason][is] ? (order_id ?? []) : []))),
  ];
  return { paid: those('isOfEntry'), givenBack: those('isGivenBack') };
}

/** To whom a payout is owed until it is paid. */
export function payoutOwner(orderId: number | null, reason: Reason): Pick<Entry, 'account' | 'orderId'> {
  const account = REASONS[reason].owedBy;
  return account === 'order' ? { account, orderId: orderId as number } : { account };
}

/** What the names of an account's settlements begin with, as in `payout_name`. */
export function nameOfSettlements(account: string): string {
  return `${REASON.settlement}/${account}/`;
}

/** The account that owes what has left the treasury for no order. */
export function owedBeside(reason: Reason): OwedBeside {
  const { owedBy } = REASONS[reason];
  if (owedBy === 'order' || owedBy === 'unclaimed') throw new Error(`${reason} does not leave the treasury`);
  return owedBy;
}

type What = 'sent' | 'confirmed' | 'undone' | 'redirected';

export function payoutEvent(reason: Reason, what: What): EventType {
  return `${REASONS[reason].told}.${what}`;
}

/** SQL: the type of an event about a payout `t`. */
export function payoutEventType(what: What): string {
  const cases = ALL.map((reason) => `WHEN ${literal(reason)} THEN ${literal(payoutEvent(reason, what))}`);
  return `CASE t.reason ${cases.join(' ')} END`;
}
