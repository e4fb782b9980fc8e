import type { Chain } from '../../chains/chain.ts';
import { kindOfCoins } from './coins.ts';
import { kindOfDurables } from './durables.ts';
import { kindOfExpiries } from './expiries.ts';
import type { Kind } from './kind.ts';
import { kindOfNonces } from './nonces.ts';

/** The one place that asks which kind a chain is of. */
export function kindOf(chain: Chain): Kind {
  if (chain.spending === 'coins') return kindOfCoins(chain);
  if (chain.excluding === 'nonce') return kindOfNonces(chain);
  return chain.excluding === 'expiry' ? kindOfExpiries(chain) : kindOfDurables(chain);
}
