import type { Chain } from '../../chains/chain.ts';
import { payoutIs, UNPAID } from '../../payouts/life.ts';
import type { Queryable } from '../../store/database.ts';
import { findInBlock } from './find-in-block.ts';

/** A payout that counts as unpaid, and to whose receiver a transaction pays its asset. */
export interface MaybePaid {
  readonly id: number;
  /** True if it pays the very amount. */
  readonly isExact: boolean;
}

/** Which unpaid payouts a transaction may have paid. Throws NotBooked if it is not in the chain for good. */
export async function payoutsPaid(client: Queryable, chain: Chain, txid: string): Promise<MaybePaid[]> {
  const { rows } = await client.query<{ id: number; address: string; asset_id: number; units: string }>(
    `SELECT id, address, asset_id, units::text FROM payout
      WHERE chain_id = $1 AND ${payoutIs('payout', ...UNPAID)} ORDER BY id`,
    [chain.id],
  );
  const wanted = new Set(rows.map(({ address }) => address.toLowerCase()));
  const { transaction } = await findInBlock(client, chain, txid, (address) =>
    wanted.has(address.toLowerCase()),
  );
  return rows.flatMap(({ id, address, asset_id, units }) => {
    const made = transaction.transfers.filter(
      (each) => each.assetId === asset_id && each.address.toLowerCase() === address.toLowerCase(),
    );
    return made.length === 0 ? [] : [{ id, isExact: made.some((each) => each.units === BigInt(units)) }];
  });
}
