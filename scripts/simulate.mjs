import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ready } from './ready.mjs';

const HELP = `Runs the engine in a simulated world where everything fails, and checks the money afterwards.

  npm run simulate -- [options]

  --seed N      the first seed (default 1)
  --runs K      how many seeds, one after the other (default 1)
  --orders M    orders in each run (default 4); several, as in 4,4,30, are taken in turn
  --minutes N   as many seeds as fit into so many minutes, instead of --runs
  --trials A,B  faults that only some worlds have; none: no such (default: what each seed draws)
  --log         print all that happens
  --help        this text

The same seed and number of orders always give the same run.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
    orders: { type: 'string', default: '4' },
    minutes: { type: 'string' },
    trials: { type: 'string' },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const seed = whole('seed', 0);
const runs = whole('runs', 1);
const orders = values.orders.split(',').map((part) => whole('orders', 1, part));
const trials = values.trials?.split(',').filter((each) => each !== 'none') ?? null;
const minutes = values.minutes === undefined ? null : whole('minutes', 1);
await ready({ dev: true });
process.exitCode = (await main()) ? 0 : 1;

function whole(name, least, text = values[name]) {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  console.error(`--${name} must be a whole number, at least ${least}.`);
  process.exit(2);
}

/** True if every run was good. */
async function main() {
  const { loadSimulation } = await import('../test/simulation/bundle.mjs');
  const { startEmbedded } = await import('../packages/service/dist/store/embedded/embedded.js');
  const { fillCatalogue } = await import('../packages/service/dist/catalog/fill-catalogue.js');
  const { migrate } = await import('../packages/service/dist/store/migrate.js');
  const simulation = await loadSimulation();
  const dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-simulation-'));
  const server = await startEmbedded({ dataDir });
  const database = await simulation.openSimulationDatabase(server.connection);
  try {
    await migrate(database, fillCatalogue);
    return await runAll(simulation.simulate, database);
  } finally {
    await database.end();
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function runAll(simulate, database) {
  const began = Date.now();
  const endsAt = minutes === null ? null : began + minutes * 60_000;
  let failed = 0;
  let done = 0;
  while (endsAt === null ? done < runs : Date.now() < endsAt) {
    const many = orders[done % orders.length];
    const { log, problems } = await simulate(database, seed + done, many, trials);
    if (values.log) console.log(log.join('\n'));
    if (problems.length > 0) {
      failed++;
      report(seed + done, many, problems);
    }
    done++;
    progress(done, began, endsAt, failed);
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `\n${done} runs of ${orders.join(', ')} orders in ${seconds} s: ${failed === 0 ? 'all good' : `${failed} failed`}.`,
  );
  return failed === 0;
}

function report(failedSeed, many, problems) {
  console.log(`\nSeed ${failedSeed} failed:`);
  for (const problem of problems) console.log(`  ${problem}`);
  console.log(`  Replay: npm run simulate -- --seed ${failedSeed} --orders ${many} --log`);
}

/** On a terminal a bar that moves; elsewhere a line now and then. */
function progress(done, began, endsAt, failed) {
  const share = endsAt === null ? done / runs : Math.min(1, (Date.now() - began) / (endsAt - began));
  const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
  const line = `${bar} ${Math.round(share * 100)} %  ${done} runs, ${failed} failed`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (done % 100 === 0) console.log(line);
}
