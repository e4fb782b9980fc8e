import type { Chain } from '../../chains/chain.ts';
import { kindOfCoins } from './coins.ts';
import { kindOfExpiries } from './expiries.ts';
import type { Kind } from './kind.ts';
import { kindOfNonces } from './nonces.ts';

/** The one place that asks which kind a chain is of. */
export function kindOf(chain: Chain): Kind {
  if (chain.spending === 'coins') return kindOfCoins(chain);
  return chain.excluding === 'nonce' ? kindOfNonces(chain) : kindOfExpiries(chain);
}
