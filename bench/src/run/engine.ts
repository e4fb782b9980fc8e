import { loadCatalogue } from '@swapdesk/service/dist/catalog/load-catalogue.js';
import { loadSettings } from '@swapdesk/service/dist/catalog/settings.js';
import type { Chain } from '@swapdesk/service/dist/chains/chain.js';
import { openTestNetworks, type TestNetwork } from '@swapdesk/service/dist/chains/sim/test-networks.js';
import type { Engine as ServiceEngine } from '@swapdesk/service/dist/engine/context.js';
import { WatchedAddresses } from '@swapdesk/service/dist/engine/follow/watched-addresses.js';
import { jobsOf } from '@swapdesk/service/dist/engine/job.js';
import { LEASE_S, type Lease, takeLease } from '@swapdesk/service/dist/engine/lease.js';
import { Rates } from '@swapdesk/service/dist/pricing/rates.js';
import { loadRates } from '@swapdesk/service/dist/pricing/read-rates.js';
import { CLEAR } from '@swapdesk/service/dist/screening/screen.js';
import { openDatabase } from '@swapdesk/service/dist/store/database.js';
import type pg from 'pg';

const CONNECTIONS = 4;

/** The service's engine, in this process, on a database that nobody else works on. It does a round when it is told to. */
export interface Engine {
  readonly database: pg.Pool;
  /** Lets a few chains and the orders have a round. Returns the time of it, without what the test networks took. */
  round(): Promise<number>;
  network(chainId: number): TestNetwork['network'];
  stop(): Promise<void>;
}

export async function openEngine(url: string, chainIds: readonly number[]): Promise<Engine> {
  const database = openDatabase({ connectionString: url }, CONNECTIONS);
  const catalogue = await loadCatalogue(database);
  const settings = await loadSettings(database);
  const { prices } = await loadRates(database);
  const networks = await openTestNetworks(database, catalogue.assets);
  const network = (chainId: number) => networks.get(chainId) as TestNetwork;
  const clock = () => Math.floor(Date.now() / 1000);
  const outside = { ms: 0 };
  const warn: ServiceEngine['warn'] = (facts, message) => {
    throw new Error(`${message}: ${JSON.stringify(facts, (_, value) => String(value))}`);
  };
  const engine: ServiceEngine = {
    database,
    holder: 'bench',
    chains: chainIds.map((id) => timed(network(id).chain, outside)),
    clock,
    market: async () => {
      const now = clock();
      // Yesterday's prices do as well as today's.
      return {
        catalogue,
        settings,
        rates: new Rates(prices.map((price) => ({ ...price, at: now }))),
        now,
      };
    },
    screen: async () => CLEAR,
    watched: new WatchedAddresses(warn),
    sweeping: { worth: 10n ** 19n, intervalS: 60 },
    tell: () => {},
    warn,
  };
  const jobs = jobsOf(engine.chains);
  return {
    database,
    network: (chainId) => network(chainId).network,
    async round() {
      let ms = 0;
      for (const job of jobs) {
        const lease = await takeLease(database, job.name, engine.holder, clock(), LEASE_S);
        outside.ms = 0;
        const began = performance.now();
        await job.round(engine, lease as Lease);
        ms += performance.now() - began - outside.ms;
      }
      return ms;
    },
    stop: () => database.end(),
  };
}

/** The same chain, with a stopwatch on what it has to wait for. */
function timed(chain: Chain, watch: { ms: number }): Chain {
  return new Proxy(chain, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const began = performance.now();
        const answer: unknown = member.apply(target, args);
        if (!(answer instanceof Promise)) return answer;
        return answer.finally(() => {
          watch.ms += performance.now() - began;
        });
      };
    },
  });
}
