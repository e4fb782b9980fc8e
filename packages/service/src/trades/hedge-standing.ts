import type { Queryable } from '../store/database.ts';

/** `off`: only what was sent before is followed and venues are compared. `dry-run`: what would be traded is written down. */
export type HedgeMode = 'off' | 'dry-run' | 'on';

/** How it stands with one coin. */
export interface HedgedCoin {
  readonly abbr: string;
  /** What the desk is long (+) or short (-) of beyond where it began, in 10^-18. */
  readonly exposure: string;
  /** What that is worth in USDT, in 10^-18; null without a price. */
  readonly value: string | null;
  /** Why it is not traded now although it is enough; empty: nothing is in the way, or to be done. */
  readonly waits: string;
}

/** What whoever hedges found when it looked. */
export interface HedgeStanding {
  readonly mode: HedgeMode;
  /** Why nothing is traded at all; empty: it is. */
  readonly stopped: string;
  readonly coins: readonly HedgedCoin[];
}

/** The same with its time, Unix seconds. */
export interface NotedHedge extends HedgeStanding {
  readonly at: number;
}

/** Null: nobody ever hedged. */
export async function loadHedge(client: Queryable): Promise<NotedHedge | null> {
  const { rows } = await client.query<{ at: number; standing: HedgeStanding }>({
    name: 'load-hedge',
    text: 'SELECT at, standing FROM hedge_standing',
  });
  const row = rows[0];
  return row === undefined ? null : { ...row.standing, at: row.at };
}

export async function noteHedge(client: Queryable, standing: HedgeStanding, at: number): Promise<void> {
  await client.query({
    name: 'note-hedge',
    text: `
      INSERT INTO hedge_standing (at, standing) VALUES ($1, $2)
          ON CONFLICT (is_one) DO UPDATE SET at = $1, standing = $2`,
    values: [at, JSON.stringify(standing)],
  });
}

/** Where the desk began by coin, in 10^-18; null before hedging was ever switched on. */
export async function loadBase(client: Queryable): Promise<ReadonlyMap<string, bigint> | null> {
  const { rows } = await client.query<{ abbr: string | null; units: string | null }>({
    name: 'load-hedge-base',
    text: 'SELECT b.abbr, b.units FROM hedge_standing s LEFT JOIN hedge_base b ON true WHERE s.begun_at > 0',
  });
  if (rows.length === 0) return null;
  return new Map(rows.flatMap(({ abbr, units }) => (abbr === null ? [] : [[abbr, BigInt(units ?? '0')]])));
}

/** What the desk has now counts as where it began: for the first time, or because an operator says so. */
export async function takeBase(
  client: Queryable,
  base: ReadonlyMap<string, bigint>,
  at: number,
): Promise<void> {
  await client.query('DELETE FROM hedge_base');
  await client.query('INSERT INTO hedge_base (abbr, units) SELECT * FROM unnest($1::text[], $2::numeric[])', [
    [...base.keys()],
    [...base.values()].map(String),
  ]);
  const nothing: HedgeStanding = { mode: 'off', stopped: '', coins: [] };
  await client.query(
    `INSERT INTO hedge_standing (begun_at, at, standing) VALUES ($1, $1, $2) ON CONFLICT (is_one) DO UPDATE SET begun_at = $1`,
    [at, JSON.stringify(nothing)],
  );
}
