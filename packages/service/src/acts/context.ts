import type { Settings } from '../catalog/settings.ts';
import type { Network } from '../chains/family.ts';
import type { Withdrawals } from '../configuration/chains-config.ts';
import type { Market } from '../pricing/terms.ts';
import { CLEAR, type Screen } from '../screening/screen.ts';

/** All that is looked at before something is done. */
export interface ActContext {
  readonly market: Market;
  readonly network: Network;
  readonly screen: Screen;
  /** True if somebody is asked at all: then it counts that nobody says who sent something. */
  readonly isScreened?: boolean;
  /** Where the treasury may be withdrawn to, by chain. */
  readonly withdrawals: Withdrawals;
}

/** To look at something again that was screened when it was proposed and will be when it is done: its provider is asked no more than then. */
export function unscreened(context: ActContext): ActContext {
  return { ...context, screen: async () => CLEAR };
}

/** Where money is real, whoever is alone has so much time to think again. */
const LEAST_ON_MAIN_S = 600;

/** How long it takes until whoever is alone may confirm what they asked for. */
export function aloneS({ confirm_alone_s }: Settings, network: Network): number {
  return network === 'main' ? Math.max(confirm_alone_s, LEAST_ON_MAIN_S) : confirm_alone_s;
}
