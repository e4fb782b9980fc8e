import { coinOf } from './bitcoin/coin-of.ts';
import { signCoins } from './bitcoin/sign-coins.ts';
import { signEvm } from './evm/sign-evm.ts';
import type { Network } from './family.ts';
import type { KeyOf, Signer } from './signer.ts';
import { signSolana } from './solana/sign-solana.ts';
import { signTron } from './tron/sign-tron.ts';

/** Signs with keys that this process holds. */
export function localSigner(network: Network, keyOf: KeyOf): Signer {
  return {
    async sign(plan) {
      if (plan.kind === 'evm') return signEvm(plan, await keyOf(plan.space, plan.from));
      if (plan.kind === 'expiring') return signTron(plan, await keyOf(plan.space, plan.from));
      if (plan.kind === 'solana') return signSolana(plan, (address) => keyOf(plan.space, address));
      return signCoins(plan, { coin: coinOf(plan.space), network, keyOf });
    },
  };
}
