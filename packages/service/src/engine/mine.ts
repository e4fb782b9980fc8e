import type { Catalogue } from '../catalog/catalogue.ts';
import { fundTreasury, mineInTime, type TestNetworks } from '../chains/sim/test-networks.ts';
import { lastFollowed } from './followed.ts';
import type { Work } from './work.ts';

/** The work that keeps test networks alive: a first treasury for each, then a block every few seconds. */
export function miningOf(networks: TestNetworks, catalogue: () => Catalogue): Work[] {
  return [...networks.values()].map(({ chain, network, treasury }) => ({
    name: `mine ${chain.id}`,
    async round(engine) {
      // A network that nobody follows yet has nobody to see its first treasury.
      if ((await lastFollowed(engine.database, chain.id)) === null) return;
      const assets = catalogue().assets.filter((asset) => asset.chain.id === chain.id);
      if (await fundTreasury(network, chain, treasury, assets)) {
        // At once deep enough to be promised to the first who ask.
        for (let n = 0; n < chain.confirmations; n++) await network.mine(engine.clock());
      }
      await mineInTime(network, engine.clock());
    },
  }));
}
