import type { Check } from './check.ts';
import { statementCheck } from './check.ts';

interface Got {
  address: string;
  asset_id: number;
  units: string;
}

/** Whoever the store has forgotten was paid at most what was meant for them: once, or not at all. */
export const forgottenCheck: Check = async ({ database, forgotten }) => {
  const { rows } = await database.query<Got>(
    `SELECT m.address, m.asset_id, sum(m.units)::text AS units
       FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid
      WHERE t.state = 'mined' AND m.index IS NOT NULL AND m.address = ANY ($1::text[]) AND NOT m.is_ours
      GROUP BY m.address, m.asset_id ORDER BY 1, 2`,
    [forgotten.flatMap(({ receivers }) => receivers)],
  );
  const payouts = forgotten.flatMap((order) => order.payouts);
  return rows.flatMap(({ address, asset_id, units }) => {
    const meant = payouts
      .filter((each) => each.address === address && each.assetId === asset_id)
      .reduce((sum, each) => sum + each.units, 0n);
    if (BigInt(units) <= meant) return [];
    return [`forgotten: ${address} got ${units} of asset ${asset_id}, and ${meant} were meant for it`];
  });
};

/** A desk that was held goes on when everything is decided, and everything can be. */
export const heldCheck: Check = statementCheck(
  'desk',
  `SELECT format('it is still held: %s', why) AS problem FROM hold WHERE id IS NOT NULL
    UNION ALL
   SELECT format('payment %s is lost: %s', txid, obstacle) FROM lost_payment WHERE NOT is_idle AND NOT is_kept`,
);
