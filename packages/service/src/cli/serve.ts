import { setFlagsFromString } from 'node:v8';
import { lackingOf, refuseCareless } from '../care.ts';
import { type Environment, readConfig } from '../config.ts';
import type { Role } from '../desk/desk.ts';
import { StartupError } from '../startup-error.ts';
import { readArguments } from './arguments.ts';
import { banner } from './banner.ts';
import { type Command, UsageError } from './command.ts';
import { onNews, watchSignals } from './signals.ts';

/** How much of its live size the heap may grow before garbage is collected. V8's own choice is to double it and more. */
const HEAP_GROWTH_PERCENT = 30;

export const start: Command = {
  name: 'start',
  usage: '',
  summary: 'Run everything in one process: the API, the work behind it, and a database unless you have one',
  run: (args, env) => serve('all', args, env),
};

export const api: Command = {
  name: 'api',
  usage: '',
  summary:
    'Run an API node only; it holds no private key. Needs SWAPDESK_DATABASE_URL and an engine elsewhere',
  run: (args, env) => serve('api', args, env),
};

export const engine: Command = {
  name: 'engine',
  usage: '',
  summary: 'Run the background work only: what moves orders, prices, addresses. Needs SWAPDESK_DATABASE_URL',
  run: (args, env) => serve('engine', args, env),
};

async function serve(role: Role, args: string[], env: Environment): Promise<void> {
  readArguments(args, { words: [], options: [] });
  const config = readConfig(env);
  if (role !== 'all' && config.databaseUrl === null) {
    throw new UsageError(`swapdesk ${role} shares a database with other nodes: set SWAPDESK_DATABASE_URL.`);
  }
  if (role !== 'api' && config.network === 'main' && config.feed === 'test') {
    throw new StartupError(
      'On the main network prices must be real: name venues in swapdesk.config.json ("market"), or set SWAPDESK_PRICES_FILE. Without either they are a random walk.',
    );
  }
  if (role !== 'api') refuseCareless(config, lackingOf(config));
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  // Loaded only now: other commands are over before all of this is read.
  const [{ pino }, { openDesk }] = await Promise.all([import('pino'), import('../desk/open-desk.ts')]);
  // Synchronous, on standard error: what is logged is out even if the process dies in the next moment.
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
  for (const warning of config.warnings) log.warn(warning);
  const began = Date.now();
  const signals = watchSignals();
  let hurry = () => {};
  onNews(() => hurry());
  const desk = await openDesk({ config, role, env, log, tell: console.log });
  hurry = desk.hurry;
  if (!signals.received) console.log(banner(desk, config, Date.now() - began));
  void desk.died.then((reason) => {
    console.error(`${reason} Stopping.`);
    process.exit(1);
  });
  await signals.wait();
  await desk.stop();
  console.log('Stopped. All data is kept.');
  process.exit(0);
}
