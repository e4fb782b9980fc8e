import type { Chain } from '../../chains/chain.ts';
import type { World } from './world.ts';

/** The network of a chain hears nothing that it is sent, until this is called: nobody knows, as nobody says so. */
export function deafen(world: World, name: string): () => void {
  const before = world.chains;
  world.chains = before.map((chain) =>
    chain.name === name ? Object.assign(Object.create(chain) as Chain, { broadcast: async () => {} }) : chain,
  );
  return () => {
    world.chains = before;
  };
}
