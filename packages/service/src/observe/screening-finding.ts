import type { Catalogue } from '../catalog/catalogue.ts';
import { DEPOSIT } from '../deposits/life.ts';
import { readStanding } from '../engine/hold/hold.ts';
import { undecidedOrders } from '../engine/orders/accept.ts';
import { loadOrders, type OpenOrder } from '../engine/orders/load-orders.ts';
import { resolvedOrders } from '../engine/orders/resolve.ts';
import { unanswered } from '../engine/orders/screen-orders.ts';
import type { Database } from '../store/database.ts';
import { leaseState } from './chain-progress.ts';
import type { Finding } from './finding.ts';

const PATIENCE_S = 60;
const LONG_S = 1_800;
/** More say nothing new. */
const MOST_LOOKED_AT = 500;
const WHAT = 'screening';

/** Orders that wait because nobody says whether their addresses are bad: whoever looks at one of them sees nothing of that. */
export async function screeningFinding({
  database,
  catalogue,
  now,
}: {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly now: number;
}): Promise<Finding> {
  const waiting = (await isAsking(database, now)) ? await unansweredOrders(database, catalogue, now) : [];
  const [first] = waiting.sort((a, b) => sinceOf(a) - sinceOf(b));
  if (first === undefined)
    return { what: WHAT, isWell: true, facts: 'no order waits for an answer', advice: '' };
  const many = waiting.length === 1 ? '1 order waits' : `${waiting.length} orders wait`;
  return {
    what: WHAT,
    isWell: false,
    isCritical: now - sinceOf(first) > LONG_S,
    facts: `${many} for an answer about addresses, ${first.no} for ${now - sinceOf(first)} s`,
    advice:
      'Nothing of these moves until SWAPDESK_DENY_LIST can be read and SWAPDESK_SCREENING_URL answers; the engine\'s log says why it does not. See docs/operators.md, "The screening provider is down"',
    order: first.no,
  };
}

/** Whether whoever moves orders would have asked. If nobody does, that is told of elsewhere. */
async function isAsking(database: Database, now: number): Promise<boolean> {
  const lease = await leaseState(database, 'orders');
  return lease !== null && lease.until >= now && (await readStanding(database)) === 'goes on';
}

async function unansweredOrders(database: Database, catalogue: Catalogue, now: number): Promise<OpenOrder[]> {
  const ids = [
    ...(await undecidedOrders(database, 0, MOST_LOOKED_AT, null)),
    ...(await resolvedOrders(database, 0, MOST_LOOKED_AT, null)),
  ];
  const orders = await loadOrders(database, [...new Set(ids)], false);
  const long = orders.filter((order) => sinceOf(order) <= now - PATIENCE_S);
  // An answer is asked for anew when it no longer counts: it is not missed before there was time for that.
  return unanswered(database, catalogue, long, now - PATIENCE_S);
}

/** Since when an answer is needed: somebody decided, or the first of what came was deep enough. */
function sinceOf({ deposits, resolvedAt }: OpenOrder): number {
  const open = deposits.filter(({ state, isUsed }) => state === DEPOSIT.confirmed && !isUsed);
  return Math.max(resolvedAt, Math.min(...open.map(({ confirmedAt }) => confirmedAt)));
}
