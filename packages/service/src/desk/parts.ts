import type { Chain } from '../chains/chain.ts';
import type { TestNetworks } from '../chains/sim/test-networks.ts';
import type { Memory } from '../memory.ts';
import type { NodeTimes } from '../observe/node-times.ts';
import type { Market } from '../pricing/terms.ts';
import type { ConnectionConfig, Database } from '../store/database.ts';
import type { StoreClock } from '../store/store-clock.ts';
import type { Traces } from '../traces/open-traces.ts';
import type { DeskOptions } from './desk.ts';

/** What every node has, whatever it does: engine and servers are made of these. */
export interface DeskParts {
  readonly options: DeskOptions;
  readonly database: Database;
  /** How the database is reached. */
  readonly connection: ConnectionConfig;
  readonly time: StoreClock;
  readonly memory: Memory;
  readonly market: () => Market;
  /** How long what it does takes. */
  readonly times: NodeTimes;
  /** Null: nobody is told of requests and jobs. */
  readonly traces: Traces | null;
  readonly chains: readonly Chain[];
  /** Empty where a real chain is configured. */
  readonly networks: TestNetworks;
}
