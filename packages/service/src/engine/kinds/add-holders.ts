import type { AccountChain, Block } from '../../chains/chain.ts';
import type { RecordedDeposit } from '../../deposits/record-transfers.ts';
import type { Queryable } from '../../store/database.ts';

/** What lies on deposit addresses of accounts: it has to be brought to the treasury before it can be paid out. */
export async function addHolders(
  client: Queryable,
  chain: AccountChain,
  deposits: readonly RecordedDeposit[],
  block: Block,
): Promise<void> {
  const held = deposits.filter(({ isTreasury }) => !isTreasury);
  if (held.length === 0) return;
  await client.query({
    name: 'add-holders',
    text: `
      WITH holders AS (
        INSERT INTO holder (chain_id, address) SELECT DISTINCT $1::smallint, address FROM unnest($5::text[]) AS t (address)
            ON CONFLICT DO NOTHING
      )
      INSERT INTO coin (chain_id, spend, asset_id, units, address, height)
      SELECT $1, spend, asset_id, units, address, $6
        FROM unnest($2::text[], $3::int[], $4::numeric[], $5::text[]) AS t (spend, asset_id, units, address)
          ON CONFLICT (chain_id, spend) DO UPDATE SET height = excluded.height`,
    values: [
      chain.id,
      held.map(({ spend }) => spend),
      held.map(({ assetId }) => assetId),
      held.map(({ units }) => String(units)),
      held.map(({ address }) => address),
      block.height,
    ],
  });
}
