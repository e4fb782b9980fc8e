import type { Catalogue } from '../catalog/catalogue.ts';
import {
  fundTreasury,
  mineInTime,
  type TestNetwork,
  type TestNetworks,
} from '../chains/sim/test-networks.ts';
import { lastFollowed } from './followed.ts';
import type { Job } from './job.ts';

const PAUSE_MS = 1_000;

/** The jobs that keep test networks alive: a first treasury for each, then a block every few seconds. */
export function miningOf(networks: TestNetworks, catalogue: () => Catalogue): Job[] {
  return [...networks.values()].map((network) => mining(network, catalogue));
}

function mining(testNetwork: TestNetwork, catalogue: () => Catalogue): Job {
  const { chain, network, treasury } = testNetwork;
  /** Assets that the treasury is known to have been given. */
  const funded = new Set<number>();
  return {
    name: `mine ${chain.id}`,
    pauseMs: PAUSE_MS,
    async round(engine) {
      const assets = catalogue().assets.filter(
        (asset) => asset.chain.id === chain.id && !funded.has(asset.id),
      );
      if (assets.length > 0) {
        // A network that nobody follows yet has nobody to see its first treasury.
        if ((await lastFollowed(engine.database, chain.id)) === null) return;
        if (await fundTreasury(network, chain, treasury, assets)) {
          // At once deep enough to be promised to the first who ask.
          for (let n = 0; n < chain.confirmations; n++) await network.mine(engine.clock());
        }
        for (const { id } of assets) funded.add(id);
      }
      await mineInTime(testNetwork, engine.clock());
    },
  };
}
