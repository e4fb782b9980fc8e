import type { Queryable } from '../store/database.ts';

/** Units by asset. */
export type Free = Map<number, bigint>;

/** The treasury at one moment. What is free is known of assets of which anything was ever booked. */
export interface Treasury {
  /** Free to be promised: without what open fixed orders have been promised. */
  readonly free: Free;
  /** What these have been promised, and what that is worth in USDT, counted in 10^-18. */
  readonly promised: Free;
  readonly promisedValue: Free;
  /** What of both was promised to callers without a key. */
  readonly keyless: Free;
  readonly keylessValue: Free;
}

interface Row {
  asset_id: number;
  /** Null if nothing was ever booked. */
  free: string | null;
  promised: string;
  keyless: string;
  /** In 10^-18 USDT. */
  value: string;
  keyless_value: string;
}

export async function readTreasury(client: Queryable): Promise<Treasury> {
  const { rows } = await client.query<Row>({
    name: 'read-treasury',
    text: `
      SELECT asset_id, t.units - p.units AS free, p.units AS promised, trunc(p.value * 1000000000000000000) AS value,
             p.keyless_units AS keyless, trunc(p.keyless_value * 1000000000000000000) AS keyless_value
        FROM promised p LEFT JOIN treasury_units t USING (asset_id)`,
  });
  const sumsOf = (column: Exclude<keyof Row, 'asset_id' | 'free'>): Free =>
    new Map(rows.map((row) => [row.asset_id, BigInt(row[column])]));
  return {
    free: new Map(rows.flatMap(({ asset_id, free }) => (free === null ? [] : [[asset_id, BigInt(free)]]))),
    promised: sumsOf('promised'),
    promisedValue: sumsOf('value'),
    keyless: sumsOf('keyless'),
    keylessValue: sumsOf('keyless_value'),
  };
}

/** What is free to be promised, per asset. */
export async function freeTreasury(client: Queryable): Promise<Free> {
  return (await readTreasury(client)).free;
}

/**
 * Nobody reserves or takes any of these until the transaction ends. To be called before the treasury is read by whoever
 * takes from it.
 */
export async function lockTreasury(client: Queryable, assetIds: readonly number[]): Promise<void> {
  await client.query({
    name: 'lock-treasury',
    text: 'SELECT 1 FROM promised WHERE asset_id = ANY ($1::int[]) ORDER BY asset_id FOR UPDATE',
    values: [assetIds],
  });
}
