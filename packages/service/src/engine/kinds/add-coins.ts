import type { Block, CoinChain } from '../../chains/chain.ts';
import type { RecordedDeposit } from '../../deposits/record-transfers.ts';
import type { Queryable } from '../../store/database.ts';

/** Coins of ours in a block: deposits, and what our own payments give back to the treasury. */
export async function addCoins(
  client: Queryable,
  chain: CoinChain,
  deposits: readonly RecordedDeposit[],
  block: Block,
): Promise<void> {
  const deposited = new Set(deposits.map(({ spend }) => spend));
  const coins = block.transactions.flatMap(({ txid, transfers }) =>
    transfers.map((transfer) => {
      const spend = `${txid}:${transfer.index}`;
      return { ...transfer, spend, isDeposit: deposited.has(spend) };
    }),
  );
  await client.query({
    name: 'add-coins',
    text: `
      INSERT INTO coin (chain_id, spend, asset_id, units, address, height)
      SELECT $1, t.spend, t.asset_id, t.units, t.address, $7
        FROM unnest($2::text[], $3::int[], $4::numeric[], $5::text[], $6::boolean[])
               AS t (spend, asset_id, units, address, is_deposit)
        JOIN chain c ON c.id = $1 JOIN address_space s ON s.name = c.address_space
       WHERE t.is_deposit OR t.address = s.treasury
          ON CONFLICT (chain_id, spend) DO UPDATE SET height = excluded.height`,
    values: [
      chain.id,
      coins.map(({ spend }) => spend),
      coins.map(({ assetId }) => assetId),
      coins.map(({ units }) => String(units)),
      coins.map(({ address }) => address),
      coins.map(({ isDeposit }) => isDeposit),
      block.height,
    ],
  });
}
