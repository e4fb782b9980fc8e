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
