import type { Signer } from '../chains/signer.ts';
import { warnOf } from '../failed.ts';
import { openMemory } from '../memory.ts';
import { adaptation, openAllChains } from '../networks/all-chains.ts';
import { NodeTimes } from '../observe/node-times.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import type { ConnectionConfig, Database } from '../store/database.ts';
import type { StoreClock } from '../store/store-clock.ts';
import { timePool } from '../store/time-pool.ts';
import type { Traces } from '../traces/open-traces.ts';
import { currentMarket } from './current-market.ts';
import type { DeskOptions } from './desk.ts';
import type { DeskParts } from './parts.ts';
import type { Shutdown } from './shutdown.ts';

/** What the parts of every node are made of. */
export interface Ground {
  readonly database: Database;
  readonly connection: ConnectionConfig;
  readonly time: StoreClock;
  /** Null on a node that serves nobody. */
  readonly key: DeskKey | null;
  readonly signer: Signer;
}

/** Opens what every process of a node has: memory, the market by it, and the chains. */
export async function openParts(
  ground: Ground,
  options: DeskOptions,
  shutdown: Shutdown,
): Promise<DeskParts> {
  const { database, connection, time, key, signer } = ground;
  const { config, log } = options;
  const { clock } = time;
  const times = new NodeTimes();
  timePool(database, {
    waited: (ms) => times.sqlWaits.note(ms),
    used: (ms) => times.sqlUses.note(ms),
  });
  const traces = await openTracesOf(ground, options, shutdown);
  const memory = await openMemory({
    database,
    log,
    adapt: adaptation(config.chains),
    deskKey: key,
    clock,
    site: config.site,
  });
  shutdown.add(memory.stop);
  const market = currentMarket(memory, clock);
  const { catalogue } = memory;
  const { chains, networks } = await openAllChains(database, config.chains, {
    catalogue,
    clock,
    signer,
    warn: warnOf(log),
    took: (chain, method, ms, failure) => {
      times.noteRpc(chain, method, ms);
      traces?.tracing.past(method, 'client', { 'swapdesk.chain': chain, 'rpc.method': method }, ms, failure);
    },
  });
  return { options, database, connection, time, memory, market, times, traces, chains, networks };
}

/** What tells of requests and jobs is loaded only where somebody is to be told. */
async function openTracesOf(
  { database }: Ground,
  { config, role, log }: DeskOptions,
  shutdown: Shutdown,
): Promise<Traces | null> {
  if (config.traces === null) return null;
  const { openTraces } = await import('../traces/open-traces.ts');
  const facts = { 'swapdesk.role': role, 'process.pid': process.pid };
  const warn = (more: object, message: string) => log.warn(more, message);
  const traces = openTraces({ config: config.traces, database, facts, warn });
  shutdown.add(traces.stop);
  return traces;
}
