import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGenerator } from './load/load.ts';
import type { Row } from './measure/row.ts';
import {
  HELP,
  isRecorded,
  ON_DEMAND,
  type Options,
  readOptions,
  UsageError,
  WITH_PGBENCH,
  type Work,
} from './options.ts';
import { describeMachine } from './report/machine.ts';
import { writeResults } from './report/markdown.ts';
import { record, type Section } from './report/results.ts';
import { memoryText, plainTable, tableOf } from './report/table.ts';
import { isQuiet, otherLoad, untilQuiet } from './run/load-now.ts';
import { startServer } from './run/server.ts';
import { startService } from './run/service.ts';
import { residentBytes } from './run/usage.ts';
import { LARGE, makeDatabases } from './seed/databases.ts';
import type { Bench, Measured } from './work/bench.ts';
import { blocks } from './work/blocks.ts';
import { calculate } from './work/calculate.ts';
import { follow } from './work/follow.ts';
import { list } from './work/list.ts';
import { log } from './work/log.ts';
import { market } from './work/market.ts';
import { memory } from './work/memory.ts';
import { model } from './work/model.ts';
import { node } from './work/node.ts';
import { overload } from './work/overload.ts';
import { HOW_TO_GET_PGBENCH, pgbenchVersion } from './work/pgbench.ts';
import { place } from './work/place.ts';
import { query } from './work/query.ts';
import { settle } from './work/settle.ts';
import { soak } from './work/soak.ts';
import { streams } from './work/streams.ts';
import { webhooks } from './work/webhooks.ts';
import { workers } from './work/workers.ts';

const MEASURE: Record<Work, (bench: Bench) => Promise<Row[] | Measured>> = {
  calculate,
  query,
  list,
  follow,
  node,
  blocks,
  market,
  settle,
  place,
  log,
  streams,
  webhooks,
  workers,
  overload,
  model,
  soak,
  memory,
};

/** What has been started, to be stopped last first. */
const stops: (() => unknown)[] = [];
const stopAll = async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
};

async function main(options: Options): Promise<void> {
  const load = await otherLoad();
  if (!isQuiet(load)) {
    console.log(
      `Other programs use ${Math.round(load * 100)} % of the processors: ratios will vary, and favour what has ` +
        'more processes. Best measured on a quiet machine.',
    );
  }
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'swapdesk-bench-')));
  await mkdir(dataDir, { recursive: true });
  if (options.dataDir === null) stops.push(() => rm(dataDir, { recursive: true, force: true }));

  const pgbench = await pgbenchVersion();
  const needsPgbench = (work: Work) => WITH_PGBENCH.includes(work);
  if (pgbench === null && options.only.some(needsPgbench)) console.log(HOW_TO_GET_PGBENCH);
  const works = options.only.filter((work) => pgbench !== null || !needsPgbench(work));

  const server = await startServer(dataDir);
  stops.push(server.stop);
  const needsCopy = works.some(needsPgbench);
  const orders = await makeDatabases(server, dataDir, { orders: options.orders, needsCopy });
  const service = await startService(server.url(LARGE), dataDir);
  stops.push(service.stop);
  const generator = startGenerator();
  stops.push(generator.stop);

  await untilQuiet(load);
  const machine = await describeMachine(server, pgbench, load);
  const sections: Record<string, Section> = {};
  for (const work of works) {
    console.log(`Measuring ${work}…`);
    const measured = await MEASURE[work]({ options, server, dataDir, generator, service });
    const { rows, notes } = 'rows' in measured ? measured : { rows: measured, notes: [] };
    sections[work] = {
      date: new Date().toISOString(),
      orders,
      windowSeconds: options.seconds,
      machine,
      rows,
      notes,
    };
    console.log([plainTable(tableOf(rows)), ...notes].join('\n'));
  }
  // Where it has had nothing to do, what it holds says nothing.
  const resident = works.every((work) => ON_DEMAND.includes(work)) ? null : residentBytes(service.pid);
  const residentMb = resident === null ? null : Math.round(resident / 2 ** 20);

  console.log(`\n${plainTable(tableOf(Object.values(sections).flatMap(({ rows }) => rows)))}`);
  if (residentMb !== null) console.log(`\n${memoryText(residentMb)}`);
  if (!isRecorded(options)) return;
  record({ family: process.arch, orders: options.orders, sections, residentMb });
  writeResults();
  console.log('Recorded in bench/RESULTS.md');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}
try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(HELP);
  else await main(options);
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopAll();
}
