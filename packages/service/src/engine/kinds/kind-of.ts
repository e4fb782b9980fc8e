import type { Chain } from '../../chains/chain.ts';
import { kindOfAccounts } from './accounts.ts';
import { kindOfCoins } from './coins.ts';
import type { Kind } from './kind.ts';

/** The one place that asks which kind a chain is of. */
export function kindOf(chain: Chain): Kind {
  return chain.spending === 'coins' ? kindOfCoins(chain) : kindOfAccounts(chain);
}
