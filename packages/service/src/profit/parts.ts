import type { LedgerAccount } from '../ledger/accounts.ts';

type Carried =
  | string
  | null
  | {
      readonly beside: Readonly<Partial<Record<LedgerAccount, string>>>;
      readonly otherwise: string;
    };

/**
 * Which account carries which part of the result: the one table of it.
 *
 * null       what we hold, and what we owe to others: it has no result.
 * `fee`      the service fees.
 * `network`  what receivers were charged for network fees, less what the networks took.
 * `spread`   what orders brought the treasury less what they took from it, at the market's middle price of that moment: the
 *            difference from that price to the one by side and size that the client got, what a fixed price costs, and
 *            what was kept because it was not worth giving back.
 * `commission` what affiliates are paid for their commissions: below zero, and none while it is only due.
 * `rounding` what was left over when amounts were rounded down.
 * `loss`     what reorganisations took back.
 * `hedging`  what was bought at venues less what was given for it, fees included, at the middle prices of that moment.
 * `capital`  what the operator put in and took out, and corrected: no result, but without it the parts are not all there is.
 *
 * An account whose part depends on what it is booked beside says so: the first that the posting has counts.
 */
const CARRIED: Readonly<Record<LedgerAccount, Carried>> = {
  fee: 'fee',
  treasury: { beside: { order: 'spread', settlement: 'commission' }, otherwise: 'capital' },
  network: 'network',
  rounding: 'rounding',
  loss: 'loss',
  trading: 'hedging',
  wallet: null,
  incoming: null,
  outgoing: null,
  order: null,
  unclaimed: null,
  withdrawal: null,
  settlement: null,
  venue: null,
};

/** What the operator put in and took out. */
export const CAPITAL = 'capital';
/** What the price did to what has left the treasury since it came in. Carried by no account: the inventory gives it. */
export const HOLDING = 'holding';

/** Every part of the result, in the order of the table. */
export const RESULT_PARTS: readonly string[] = [
  ...new Set([...Object.values(CARRIED).flatMap(partsIn), HOLDING].filter((part) => part !== CAPITAL)),
];

/** The part that a line of an account carries in a posting of these accounts; null: none. */
export function partOf(account: LedgerAccount, booked: ReadonlySet<LedgerAccount>): string | null {
  const carried = CARRIED[account];
  if (carried === null || typeof carried === 'string') return carried;
  const beside = Object.entries(carried.beside).find(([other]) => booked.has(other as LedgerAccount));
  return beside?.[1] ?? carried.otherwise;
}

/** The accounts that carry something: what they owe together is the operator's own. */
export const OWN_ACCOUNTS = (Object.keys(CARRIED) as LedgerAccount[]).filter(
  (account) => CARRIED[account] !== null,
);

function partsIn(carried: Carried): readonly string[] {
  if (carried === null) return [];
  return typeof carried === 'string' ? [carried] : [...Object.values(carried.beside), carried.otherwise];
}
