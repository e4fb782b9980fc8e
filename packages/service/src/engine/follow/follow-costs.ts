import type { Asset } from '../../catalog/catalogue.ts';
import type { Chain } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';

/** What receivers are charged changes only if it would by more than a fifth: quotes should not flicker. */
const TOLERANCE = 5n;

/** Keeps what the catalogue says a transfer costs in step with the network, so that quotes charge what it really costs. */
export async function followCosts(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const { catalogue } = await engine.market();
  const assets = catalogue.assets.filter((asset) => asset.chain.id === chain.id && !asset.isAbsent);
  const { now: rate } = await chain.feeRate();
  const changed = assets.flatMap((asset) => {
    const cost = chain.usualCost(asset, rate);
    return cost !== null && differs(asset, cost) ? [{ id: asset.id, cost }] : [];
  });
  if (changed.length === 0) return;
  await underLease(engine.database, lease, (client) =>
    client.query({
      name: 'follow-costs',
      text: `
        UPDATE asset SET transfer_cost = t.cost FROM unnest($1::int[], $2::numeric[]) AS t (id, cost)
         WHERE asset.id = t.id`,
      values: [changed.map(({ id }) => id), changed.map(({ cost }) => String(cost))],
    }),
  );
}

function differs({ transferCost }: Asset, cost: bigint): boolean {
  const difference = cost > transferCost ? cost - transferCost : transferCost - cost;
  return difference * TOLERANCE > transferCost;
}
