import type { LedgerAccount } from '../ledger/accounts.ts';
import { split } from '../money/split.ts';
import { partOf } from './parts.ts';

/** A line of a posting as the ledger has it. */
export interface BookedLine {
  readonly account: LedgerAccount;
  readonly orderId: number | null;
  readonly forOrder: number | null;
  /** Empty: of no venue. */
  readonly venue: string;
  readonly assetId: number;
  readonly units: bigint;
}

/** What a posting brought, in units of an asset. Positive: it is ours. */
export interface ResultLine {
  /** Null: it counts for no order. */
  readonly orderId: number | null;
  readonly venue: string;
  readonly part: string;
  readonly assetId: number;
  readonly units: bigint;
}

/**
 * What a posting brought: the lines of the accounts that carry a part, with the sign turned round, and for which orders. A line that
 * is of no order is shared by those whom the posting pays, each as much, to the unit.
 */
export function resultLines(posting: readonly BookedLine[]): ResultLine[] {
  const booked = new Set(posting.map(({ account }) => account));
  const owners = ownersOf(posting);
  const lines = new Map<string, ResultLine>();
  for (const { account, forOrder, venue, assetId, units } of posting) {
    const part = partOf(account, booked);
    if (part === null) continue;
    for (const [orderId, share] of forOrder === null
      ? shared(-units, owners)
      : [[forOrder, -units] as const]) {
      const key = `${orderId} ${venue} ${part} ${assetId}`;
      const before = lines.get(key)?.units ?? 0n;
      lines.set(key, { orderId, venue, part, assetId, units: before + share });
    }
  }
  return [...lines.values()].filter(({ units }) => units !== 0n);
}

/** What is paid to somebody who has no order. */
const OTHERS: readonly LedgerAccount[] = ['withdrawal', 'settlement', 'unclaimed'];

/** Whom a posting is about: its orders, and nobody's where something else is paid by it too, or no order is named. */
function ownersOf(posting: readonly BookedLine[]): readonly (number | null)[] {
  const orders = new Set(posting.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])));
  const paysOthers = posting.some(({ account }) => OTHERS.includes(account));
  return [...[...orders].sort((a, b) => a - b), ...(orders.size === 0 || paysOthers ? [null] : [])];
}

function shared(units: bigint, owners: readonly (number | null)[]): (readonly [number | null, bigint])[] {
  const size = units < 0n ? -units : units;
  const shares = split(
    size,
    owners.map(() => 1n),
  );
  return owners.map(
    (owner, n) => [owner, units < 0n ? -(shares[n] as bigint) : (shares[n] as bigint)] as const,
  );
}
