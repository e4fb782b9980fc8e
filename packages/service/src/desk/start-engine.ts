import { randomUUID } from 'node:crypto';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { TestNetworks } from '../chains/sim/test-networks.ts';
import type { Engine } from '../engine/context.ts';
import { beginFollowing, treasuryBooked } from '../engine/follow/begin.ts';
import { WatchedAddresses } from '../engine/follow/watched-addresses.ts';
import { hedgeJob } from '../engine/hedge/hedge-job.ts';
import { type Job, jobsOf } from '../engine/job.ts';
import { marketJob } from '../engine/market/market-job.ts';
import { miningOf } from '../engine/mine.ts';
import { runJobs } from '../engine/run.ts';
import { tellSigning } from '../engine/tell-signing.ts';
import { tellTime } from '../engine/tell-time.ts';
import { failed } from '../failed.ts';
import { checkInstalled } from '../market/venues/ccxt-library.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Repeating } from '../repeat.ts';
import { isScreening, openScreen } from '../screening/open-screen.ts';
import { patientScreen } from '../screening/patient-screen.ts';
import type { Database } from '../store/database.ts';
import { openTrading } from '../trades/venues/open-trading.ts';
import { alertsOf } from './alerts.ts';
import type { DeskParts } from './parts.ts';
import { scheduleSettlements } from './schedule.ts';

/** Starts what moves orders, on whatever chains there are, under leases of this node. */
export async function startEngine(
  parts: DeskParts,
  holder: string,
  record: SigningRecord | null,
): Promise<Repeating[]> {
  const { config, log, tell } = parts.options;
  const withTrace = parts.traces?.withTrace ?? ((facts: object) => facts);
  const warn: Engine['warn'] = (facts, message) => log.warn(withTrace(facts), message);
  const engine: Engine = {
    database: parts.database,
    holder,
    chains: parts.chains,
    clock: parts.time.clock,
    isTimeSettled: parts.time.isSettled,
    // One round follows another faster than what was taken is heard of.
    market: async () => {
      const market = parts.market();
      return { ...market, rates: market.rates.behind(parts.memory.taken.unshared()) };
    },
    taken: parts.memory.taken,
    screen: patientScreen(openScreen(config), parts.time.clock, (was) =>
      log.warn({ was }, 'screening answers again'),
    ),
    isScreened: isScreening(config),
    watched: new WatchedAddresses(warn),
    sweeping: config.sweep,
    tell: (line) => tell(line),
    ...(record !== null && { record }),
    took: (job, ms) => parts.times.rounds.note(job, ms),
    ...(parts.traces !== null && { steps: parts.traces.steps }),
    warn,
  };
  await beginFollowing(engine);
  const jobs = [
    ...jobsOf(engine.chains),
    ...miningOf(parts.networks, parts.memory.catalogue),
    ...marketOf(parts),
    ...(await hedgeOf(parts)),
    ...alertsOf(parts),
  ];
  const onError = failed(log, 'move orders');
  return [
    tellSigning(engine, onError),
    tellTime(engine),
    scheduleSettlements(parts),
    ...runJobs(engine, jobs, onError),
  ];
}

/** None where prices come from elsewhere. */
function marketOf({ options: { config, log }, time: { clockMs } }: DeskParts): Job[] {
  if (config.feed !== 'market' || config.market === null) return [];
  const onFault = failed(log, 'watch the venues');
  return [marketJob({ ...config.market, clockMs, random: Math.random, onFault })];
}

/** None where nothing is said of it. Keys that cannot be read are told at the start. */
async function hedgeOf({ options: { config }, time: { clockMs } }: DeskParts): Promise<Job[]> {
  if (config.hedge === null) return [];
  const { mode, venues, readKeys } = config.hedge;
  for (const { name } of venues) await checkInstalled(name);
  const keys = readKeys();
  const world = { nowMs: clockMs, random: Math.random };
  const open = () => Promise.all(keys.map((venue) => openTrading(venue, world)));
  return [hedgeJob({ mode, open, clockMs, newId: () => randomUUID().replaceAll('-', '') })];
}

/** Waits for the treasuries of new test networks. */
export async function fundsBooked(
  database: Database,
  networks: TestNetworks,
  { assets }: Catalogue,
): Promise<void> {
  const funded = assets.filter(({ chain, treasuryUnits }) => networks.has(chain.id) && treasuryUnits > 0n);
  await treasuryBooked(
    database,
    funded.map(({ id }) => id),
  );
}
