import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { lackingOf, refuseCareless } from '../care.ts';
import { type Config, type Environment, readConfig } from '../config.ts';
import { checkDenyList } from '../configuration/screening.ts';
import { type DeskOptions, isWorking, type Role } from '../desk/desk.ts';
import { StartupError } from '../startup-error.ts';
import { StoreOutgrown } from '../store/applied.ts';
import { programVersion } from '../store/program-version.ts';
import { whyOther } from '../workers/same-program.ts';
import { isWorker, takeSeat } from '../workers/seat.ts';
import { readArguments } from './arguments.ts';
import { banner } from './banner.ts';
import { type Command, UsageError } from './command.ts';
import { openLog } from './open-log.ts';
import { onNews, watchSignals } from './signals.ts';

/** How much of its live size the heap may grow before garbage is collected. V8's own choice is to double it and more. */
const HEAP_GROWTH_PERCENT = 30;

export const start: Command = {
  name: 'start',
  usage: '[--workers N]',
  summary:
    'Run everything: the API in as many processes as there are cores, the work behind it, and a database unless you have one',
  run: (args, env) => serve('all', args, env),
};

export const api: Command = {
  name: 'api',
  usage: '[--workers N]',
  summary:
    'Run an API node only, in as many processes as there are cores; it holds no private key. Needs SWAPDESK_DATABASE_URL and an engine elsewhere',
  run: (args, env) => serve('api', args, env),
};

export const consoleNode: Command = {
  name: 'console',
  usage: '',
  summary:
    'Run the console and /metrics only, at SWAPDESK_CONSOLE_LISTEN. Then api nodes need not: SWAPDESK_CONSOLE_LISTEN=none there. Needs SWAPDESK_DATABASE_URL',
  run: (args, env) => serve('console', args, env),
};

export const engine: Command = {
  name: 'engine',
  usage: '',
  summary: 'Run the background work only: what moves orders, prices, addresses. Needs SWAPDESK_DATABASE_URL',
  run: (args, env) => serve('engine', args, env),
};

async function serve(role: Role, args: string[], env: Environment): Promise<void> {
  const config = placed(role, readServing(role, args, env));
  if (role !== 'all' && config.databaseUrl === null) {
    throw new UsageError(`swapdesk ${role} shares a database with other nodes: set SWAPDESK_DATABASE_URL.`);
  }
  if (isWorking(role) && config.network === 'main' && config.feed === 'test') {
    throw new StartupError(
      'On the main network prices must be real: name venues in swapdesk.config.json ("market"), or set SWAPDESK_PRICES_FILE. Without either they are a random walk.',
    );
  }
  if (isWorking(role)) refuseCareless(config, lackingOf(config));
  // Whoever serves the console asks too, where a payout is sent elsewhere.
  if (isWorking(role) || config.servesConsole) await checkDenyList(config);
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  // Loaded only now: other commands are over before all of this is read.
  const [log, { openDesk }] = await Promise.all([openLog(config, env), import('../desk/open-desk.ts')]);
  if (isWorker(env)) return serveSeated({ config, role: 'api', env, log, tell: console.log });
  for (const warning of config.warnings) log.warn(warning);
  const began = Date.now();
  const signals = watchSignals();
  let hurry = () => {};
  onNews(() => hurry());
  const desk = await openDesk({ config, role, env, log, tell: console.log });
  hurry = desk.hurry;
  if (!signals.received) console.log(banner(desk, config, role, Date.now() - began));
  void desk.died.then((reason) => {
    console.error(`${reason} Stopping.`);
    process.exit(1);
  });
  const outgrown = await Promise.race([signals.wait(), desk.outgrown]);
  if (outgrown !== undefined) console.error(`${outgrown} Stopping.`);
  await desk.drain();
  await desk.stop();
  console.log('Stopped. All data is kept.');
  process.exit(outgrown === undefined ? 0 : new StoreOutgrown(outgrown).exitCode);
}

/** What serves operators alone is where the console is to be. */
function placed(role: Role, config: Config): Config {
  if (role !== 'console') return config;
  if (!config.servesConsole)
    throw new UsageError('swapdesk console serves the console, but SWAPDESK_CONSOLE_LISTEN is none.');
  const { host, port } = config.console ?? config;
  return { ...config, host, port, console: null };
}

/** Whoever is a worker for somebody else, such as a process manager, has no workers. An engine serves nobody, and operators are few. */
function readServing(role: Role, args: string[], env: Environment): Config {
  const mayShare = role === 'all' || role === 'api';
  const { options } = readArguments(args, { words: [], options: mayShare ? ['workers'] : [] });
  const given: Record<string, string | undefined> = options;
  const config = readConfig({ ...env, SWAPDESK_WORKERS: given.workers ?? env.SWAPDESK_WORKERS });
  return mayShare && cluster.isPrimary ? config : { ...config, workers: 1 };
}

/** Answers requests for a node that another process looks after. */
async function serveSeated(options: DeskOptions): Promise<void> {
  const { openWorker } = await import('../desk/open-worker.ts');
  const seat = await takeSeat();
  try {
    const other = whyOther(await programVersion(), seat.beginning.program);
    if (other !== null) throw new StartupError(other);
    const desk = await openWorker(options, seat);
    await seat.ended;
    await desk.stop();
  } catch (error) {
    await seat.cannotStart(error);
    process.exit(1);
  }
  process.exit(0);
}
