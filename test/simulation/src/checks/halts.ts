import type { Check } from './check.ts';

/** Nothing is signed in an asset while it is halted. */
export const haltedCheck: Check = async ({ database, halts }) => {
  const { rows } = await database.query<{ id: number; asset_id: number; signed_at: number }>(
    `SELECT o.id, o.asset_id, p.signed_at FROM payout o JOIN attempt p ON p.id = o.payment_id ORDER BY o.id`,
  );
  return rows.flatMap(({ id, asset_id, signed_at }) =>
    halts
      .filter(({ assetId, since, until }) => assetId === asset_id && since < signed_at && signed_at < until)
      .map(
        ({ since, until }) =>
          `halted: payout ${id} was signed at ${signed_at}, between ${since} and ${until}`,
      ),
  );
};
