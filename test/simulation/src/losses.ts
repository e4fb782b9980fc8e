import { payFromFaucet } from '../../../packages/service/src/chains/sim/test-networks.ts';
import type { World } from './world.ts';

interface Lost {
  readonly deposit_id: number;
  readonly asset_id: number;
  readonly units: string;
}

/**
 * An operator puts into the treasury what a reorganisation took back after it was exchanged, once for each deposit: others
 * were promised what it brought. No more than that, or too much that was promised would never show.
 */
export async function coverLosses({ database, chains, covered, log }: World): Promise<void> {
  const { rows } = await database.query<Lost>({
    name: 'simulation-losses',
    text: 'SELECT deposit_id, asset_id, units::text FROM loss ORDER BY deposit_id',
  });
  for (const { deposit_id, asset_id: assetId, units } of rows) {
    const chain = chains.find(({ assets }) => assets.some(({ id }) => id === assetId));
    if (chain === undefined || covered.has(deposit_id)) continue;
    covered.add(deposit_id);
    const { network, treasury: address } = chain;
    await payFromFaucet(network, { address, assetId, units: BigInt(units) }, `loss ${deposit_id}`);
    log.say(`an operator covers the loss of deposit ${deposit_id}`);
  }
}

/**
 * Where the networks took more than receivers were charged, until less is there than orders have been promised, an operator
 * puts in just that much.
 */
export async function coverFees({ database, chains, coveredFees, log }: World): Promise<void> {
  const { rows } = await database.query<{ asset_id: number; units: string }>({
    name: 'simulation-fees',
    text: `
      SELECT t.asset_id, sum(l.units)::text AS units FROM treasury_units t JOIN ledger_entry l USING (asset_id)
       WHERE t.units < 0 AND l.account = 'network' GROUP BY t.asset_id HAVING sum(l.units) > 0 ORDER BY t.asset_id`,
  });
  for (const { asset_id: assetId, units: taken } of rows) {
    const chain = chains.find(({ assets }) => assets.some(({ id }) => id === assetId));
    const before = coveredFees.get(assetId) ?? 0n;
    const units = BigInt(taken) - before;
    if (chain === undefined || units <= 0n) continue;
    coveredFees.set(assetId, before + units);
    await payFromFaucet(chain.network, { address: chain.treasury, assetId, units }, `fees ${taken}`);
    log.say(`an operator covers what the network took of asset ${assetId}`);
  }
}
