import type { Catalogue } from '../catalog/catalogue.ts';
import type { Subject } from '../screening/screen.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { type Lease, underLease } from './lease.ts';
import type { OpenOrder } from './load-orders.ts';

/** A verdict is asked for anew after this long. */
const VALID_S = 600;

/** Whether there is a hit about an order as it now is; null if not everything about it has been asked. */
export type Screened = (order: OpenOrder) => boolean | null;

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
  const all = new Map(
    orders.flatMap((order) => subjectsOf(order, catalogue)).map((each) => [keyOf(each), each]),
  );
  const verdicts = await knownVerdicts(engine.database, [...all.values()], engine.clock());
  for (const [key, each] of all) {
    if (verdicts.has(key)) continue;
    const verdict = await ask(engine, lease, each);
    if (verdict !== null) verdicts.set(key, verdict);
  }
  return (order) => {
    const answers = subjectsOf(order, catalogue).map((each) => verdicts.get(keyOf(each)));
    return answers.includes(undefined) ? null : answers.includes(true);
  };
}

/** Who sent what is confirmed and open, who receives, and who would get a refund. */
function subjectsOf(order: OpenOrder, catalogue: Catalogue): Subject[] {
  const on = (assetId: number, address: string) => subject(catalogue.get(assetId).chain, address);
  return [
    ...order.deposits
      .filter(({ isUsed, state }) => !isUsed && state === 'confirmed')
      .flatMap(({ assetId, sources }) => sources.map((address) => on(assetId, address))),
    ...order.entries.map(({ assetId, address }) => on(assetId, address)),
    ...(order.refundAddress === null ? [] : [on(order.assetId, order.refundAddress)]),
  ];
}

async function ask(engine: Engine, lease: Lease, subject: Subject): Promise<boolean | null> {
  try {
    const { isHit, detail } = await engine.screen(subject);
    await underLease(engine.database, lease, (client) =>
      client.query({
        name: 'store-verdict',
        text: `
          INSERT INTO screening (chain_id, address, is_hit, detail, at) VALUES ($1, $2, $3, $4, $5)
              ON CONFLICT (chain_id, address) DO UPDATE SET is_hit = excluded.is_hit, detail = excluded.detail, at = excluded.at`,
        values: [subject.chainId, subject.address, isHit, detail, engine.clock()],
      }),
    );
    return isHit;
  } catch (error) {
    engine.warn({ err: error, subject }, 'no answer from screening; the order waits');
    return null;
  }
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
