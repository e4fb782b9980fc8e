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
 * Where less is there than orders have been promised, an operator puts in what the networks took beyond what receivers were
 * charged, no more. And all that lacks, where an order was accepted before anything was booked: until then a desk goes by
 * what a test network's treasury is given, and this one was given less.
 */
export async function coverFees({ database, chains, coveredFees, log }: World): Promise<void> {
  const { rows } = await database.query<{ asset_id: number; units: string }>({
    name: 'simulation-fees',
    text: `
      SELECT asset_id, units::text FROM (
        SELECT t.asset_id,
               CASE WHEN (SELECT units > 0 FROM ledger_entry f
                           WHERE f.asset_id = t.asset_id AND f.account = 'treasury' ORDER BY id LIMIT 1)
                    THEN -t.units
                    ELSE (SELECT sum(units) FROM ledger_entry l WHERE l.asset_id = t.asset_id AND l.account = 'network')
                END AS units
          FROM treasury_units t WHERE t.units < 0) AS short
       WHERE units > 0 ORDER BY asset_id`,
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
