import type { Catalogue } from '../../catalog/catalogue.ts';
import { DEPOSIT } from '../../deposits/life.ts';
import { AskedLater } from '../../screening/patient-screen.ts';
import type { Subject, Verdict } from '../../screening/screen.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';
import type { OpenDeposit, OpenOrder } from './load-orders.ts';

/** A verdict is asked for anew after this long. */
const VALID_S = 600;

/**
 * Whether there is a hit about an order as it now is, with some of its deposits or all that are open; null if not
 * everything about these has been asked.
 */
export type Screened = (order: OpenOrder, deposits?: readonly number[]) => boolean | null;

/**
 * Asks about everyone whom these orders take from or pay to. What comes back answers for the orders as they are when it
 * is asked: if somebody has been added meanwhile, there is no answer, and the order waits.
 */
export async function screenOrders(
  engine: Engine,
  lease: Lease,
  orders: readonly OpenOrder[],
): Promise<Screened> {
  const { catalogue } = await engine.market();
  const all = new Map<string, Asked>();
  for (const order of orders)
    for (const subject of subjectsOf(order, catalogue)) {
      const before = all.get(keyOf(subject))?.orders ?? [];
      all.set(keyOf(subject), { subject, orders: [...before, order.no] });
    }
  const subjects = Array.from(all.values(), ({ subject }) => subject);
  const verdicts = await knownVerdicts(engine.database, subjects, engine.clock());
  const unknown = [...all.values()].filter(({ subject }) => !verdicts.has(keyOf(subject)));
  // All at once: a provider that does not answer holds nothing up for longer than it takes to give up on one.
  const fresh = (await Promise.all(unknown.map((each) => ask(engine, each)))).filter((each) => each !== null);
  await storeVerdicts(engine, lease, fresh);
  for (const { subject, isHit } of fresh) verdicts.set(keyOf(subject), isHit);
  return (order, deposits) => {
    const answers = subjectsOf(order, catalogue, deposits).map((each) => verdicts.get(keyOf(each)));
    if (answers.includes(true)) return true;
    const unsaid = engine.isScreened
      ? taken(order, deposits).filter(({ sources }) => sources.length === 0)
      : [];
    // Nobody can be asked about them, and nothing will ever tell: somebody has to look at it.
    if (unsaid.length > 0) return true;
    return answers.includes(undefined) ? null : false;
  };
}

/** Those of which somebody is not known to be good or bad. */
export async function unanswered(
  client: Queryable,
  catalogue: Catalogue,
  orders: readonly OpenOrder[],
  now: number,
): Promise<OpenOrder[]> {
  const all = new Map(orders.map((order) => [order, subjectsOf(order, catalogue)]));
  const verdicts = await knownVerdicts(client, [...all.values()].flat(), now);
  return orders.filter((order) => all.get(order)?.some((each) => !verdicts.has(keyOf(each))));
}

/** What is confirmed and open, or some of it. */
function taken({ deposits }: OpenOrder, some?: readonly number[]): readonly OpenDeposit[] {
  return deposits
    .filter(({ isUsed, state }) => !isUsed && state === DEPOSIT.confirmed)
    .filter(({ id }) => some?.includes(id) ?? true);
}

/** Who sent what is confirmed and open, or some of it, who receives, and who would get a refund. */
function subjectsOf(order: OpenOrder, catalogue: Catalogue, deposits?: readonly number[]): Subject[] {
  const on = (assetId: number, address: string) => subject(catalogue.get(assetId).chain, address);
  return [
    ...taken(order, deposits).flatMap(({ assetId, sources }) =>
      sources.map((address) => on(assetId, address)),
    ),
    ...order.entries.map(({ assetId, address }) => on(assetId, address)),
    ...(order.refundAddress === null ? [] : [on(order.assetId, order.refundAddress)]),
  ];
}

/** Somebody who is asked about, and the orders that wait for it, by their numbers. */
interface Asked {
  readonly subject: Subject;
  readonly orders: readonly string[];
}

interface ScreenAnswer extends Verdict {
  readonly subject: Subject;
}

async function ask(engine: Engine, { subject, orders }: Asked): Promise<ScreenAnswer | null> {
  try {
    return { subject, ...(await engine.screen(subject)) };
  } catch (error) {
    if (error instanceof AskedLater) return null;
    engine.warn(
      { why: (error as Error).message, subject, orders: [...new Set(orders)] },
      'no answer from screening; the order waits',
    );
    return null;
  }
}

async function storeVerdicts(engine: Engine, lease: Lease, answers: readonly ScreenAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  await underLease(engine.database, lease, (client) =>
    client.query({
      name: 'store-verdicts',
      text: `
        INSERT INTO screening (chain_id, address, is_hit, detail, at)
        SELECT chain_id, address, is_hit, detail, $5
          FROM unnest($1::int[], $2::text[], $3::boolean[], $4::text[]) AS t (chain_id, address, is_hit, detail)
            ON CONFLICT (chain_id, address) DO UPDATE SET is_hit = excluded.is_hit, detail = excluded.detail, at = excluded.at`,
      values: [
        answers.map(({ subject }) => subject.chainId),
        answers.map(({ subject }) => subject.address),
        answers.map(({ isHit }) => isHit),
        answers.map(({ detail }) => detail),
        engine.clock(),
      ],
    }),
  );
}

async function knownVerdicts(
  client: Queryable,
  subjects: readonly Subject[],
  now: number,
): Promise<Map<string, boolean>> {
  const { rows } = await client.query<{ chain_id: number; address: string; is_hit: boolean }>({
    name: 'known-verdicts',
    text: `
      SELECT s.chain_id, s.address, s.is_hit FROM unnest($1::int[], $2::text[]) AS t (chain_id, address)
        JOIN screening s ON s.chain_id = t.chain_id AND s.address = t.address WHERE s.at > $3`,
    values: [subjects.map(({ chainId }) => chainId), subjects.map(({ address }) => address), now - VALID_S],
  });
  return new Map(rows.map((row) => [keyOf({ chainId: row.chain_id, address: row.address }), row.is_hit]));
}

function subject(chain: { id: number; name: string }, address: string): Subject {
  return { chainId: chain.id, chain: chain.name, address };
}

function keyOf({ chainId, address }: Pick<Subject, 'chainId' | 'address'>): string {
  return `${chainId} ${address}`;
}
