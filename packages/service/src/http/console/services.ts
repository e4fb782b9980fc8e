import type { SiteParts } from '@swapdesk/contract';
import type { Chain } from '../../chains/chain.ts';
import type { Clock } from '../../clock.ts';
import type { Withdrawals } from '../../configuration/chains-config.ts';
import type { Health } from '../../observe/health.ts';
import type { Screen } from '../../screening/screen.ts';
import type { SecretBox } from '../../secrets/sealed-secret.ts';
import type { Services } from '../services.ts';

/** All that the console works with. */
export interface ConsoleServices extends Services {
  readonly clock: Clock;
  readonly apiSecrets: SecretBox;
  readonly totpSecrets: SecretBox;
  readonly chains: readonly Chain[];
  readonly screen: Screen;
  readonly isScreened?: boolean;
  /** Where the treasury may be withdrawn to, by chain. */
  readonly withdrawals: Withdrawals;
  /** What this node's configuration file says of the site. */
  readonly siteInFile: SiteParts;
  /** How everything is; some seconds old at most. */
  health(): Promise<Health>;
}
