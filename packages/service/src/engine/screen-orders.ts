import type { Subject, Verdict } from '../screening/screen.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { type Lease, underLease } from './lease.ts';
import type { OpenOrder } from './load-orders.ts';

/** A verdict is asked for anew after this long. */
const VALID_S = 86_400;

/**
 * Asks about everyone whom an order takes from or pays to. Returns, for each order about which everything is known,
 * whether there was a hit; an order without all its answers is left out, and so waits.
 */
export async function screenOrders(
  engine: Engine,
  lease: Lease,
  orders: readonly OpenOrder[],
): Promise<Map<number, boolean>> {
  const market = await engine.market();
  const chainOf = (assetId: number) => market.catalogue.get(assetId).chain;
  const subjectsOf = (order: OpenOrder): Subject[] => [
    ...order.deposits
      .filter(({ isUsed }) => !isUsed)
      .flatMap(({ assetId, sources }) => sources.map((address) => subject(chainOf(assetId), address))),
    ...order.entries.map(({ assetId, address }) => subject(chainOf(assetId), address)),
    ...(order.refundAddress === null ? [] : [subject(chainOf(order.assetId), order.refundAddress)]),
  ];
  const all = new Map(orders.flatMap(subjectsOf).map((each) => [keyOf(each), each]));
  const verdicts = await knownVerdicts(engine.database, [...all.values()], engine.clock());
  const unknown = [...all.values()].filter((each) => !verdicts.has(keyOf(each)));
  // All at once: a provider that does not answer holds nothing up for longer than it takes to give up on one.
  const answers = (await Promise.all(unknown.map((each) => ask(engine, each)))).filter(
    (each) => each !== null,
  );
  await storeVerdicts(engine, lease, answers);
  for (const { subject, isHit } of answers) verdicts.set(keyOf(subject), isHit);
  const screened = new Map<number, boolean>();
  for (const order of orders) {
    const hits = subjectsOf(order).map((each) => verdicts.get(keyOf(each)));
    if (hits.every((isHit) => isHit !== undefined)) screened.set(order.id, hits.includes(true));
  }
  return screened;
}

interface Answer extends Verdict {
  readonly subject: Subject;
}

async function ask(engine: Engine, subject: Subject): Promise<Answer | null> {
  try {
    return { subject, ...(await engine.screen(subject)) };
  } catch (error) {
    engine.warn({ err: error, subject }, 'no answer from screening; the order waits');
    return null;
  }
}

async function storeVerdicts(engine: Engine, lease: Lease, answers: readonly Answer[]): Promise<void> {
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
