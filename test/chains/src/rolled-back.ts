import type { Placed, RealWorld } from './real-world.ts';

/** Waits until the only deposit of an order has come to this. */
export async function deposit(world: RealWorld, { address }: Placed, state: string): Promise<void> {
  await world.until(`its deposit to be ${state}`, async () => {
    const { rows } = await world.store.database.query('SELECT state FROM deposit WHERE address = $1', [
      address,
    ]);
    return rows.length === 1 && rows[0].state === state;
  });
}

/** What has been lost of an asset. */
export async function loss(world: RealWorld, abbr: string): Promise<bigint> {
  const { rows } = await world.store.database.query<{ units: string }>(
    `SELECT coalesce(sum(l.units), 0)::text AS units FROM ledger_entry l JOIN asset a ON a.id = l.asset_id
      WHERE l.account = 'loss' AND a.abbr = $1`,
    [abbr],
  );
  return BigInt(rows[0]!.units);
}
