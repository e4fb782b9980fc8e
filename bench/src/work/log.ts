import { SwapdeskClient } from '@swapdesk/client';
import { percentile } from '../load/percentile.ts';
import { type Measure, sideBySide } from '../measure/rounds.ts';
import { latencyRow, type Row } from '../measure/row.ts';
import { runCommand } from '../run/command.ts';
import { startService } from '../run/service.ts';
import { seedAccountLog } from '../seed/account-log.ts';
import { SMALL } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { wordAfter } from './word-after.ts';

const DATABASE = 'account_log';
const MANY = 10_000_000;
const FEW = 10_000;
const PAGE = 100;
const AIM = 1.5;
const AGAINST = `the same in a log of ${FEW.toLocaleString('en')}`;

/** The next events after any number in a long log, one request at a time, against the same in a short one. */
export async function log({ options, server, dataDir }: Bench): Promise<Row[]> {
  await server.drop(DATABASE);
  await server.create(DATABASE, SMALL);
  const url = server.url(DATABASE);
  const pool = server.pool(DATABASE);
  const keys = new Map<string, { key: string; secret: string }>();
  for (const account of ['few', 'many']) {
    const told = await runCommand(url, dataDir, ['key', 'create', '--account', account]);
    keys.set(account, { key: wordAfter(told, 'key'), secret: wordAfter(told, 'secret') });
  }
  await runCommand(url, dataDir, ['setting', 'set', 'rate_limit_per_minute', '100000000']);
  await seedAccountLog(pool, 'few', FEW);
  await seedAccountLog(pool, 'many', MANY);
  const node = await startService(url, dataDir, 'api');
  try {
    const reader = (account: string, events: number, afterOf: () => number): Measure => {
      const client = new SwapdeskClient({ url: node.url, ...keys.get(account) });
      return () => readFor(options.seconds * 1_000, client, events, afterOf);
    };
    const anywhere = (events: number) => () => Math.floor(Math.random() * (events - PAGE));
    const atEnd = (events: number) => () => events - PAGE;
    const compare = (afterOf: typeof anywhere) =>
      sideBySide(reader('many', MANY, afterOf(MANY)), reader('few', FEW, afterOf(FEW)));
    const name = `${PAGE} events of ${MANY.toLocaleString('en')}`;
    return [
      latencyRow(`${name}, after any number`, AGAINST, AIM, await compare(anywhere)),
      latencyRow(`${name}, the newest`, AGAINST, AIM, await compare(atEnd)),
    ];
  } finally {
    await node.stop();
    await pool.end();
    await server.drop(DATABASE);
  }
}

/** One page after the other for so long. A page that is not what it must be fails the run. */
async function readFor(
  ms: number,
  client: SwapdeskClient,
  events: number,
  afterOf: () => number,
): ReturnType<Measure> {
  const took: number[] = [];
  for (const began = performance.now(); performance.now() - began < ms; ) {
    const after = afterOf();
    const asked = performance.now();
    const { data, next, last } = await client.accountEvents({ after, limit: PAGE });
    took.push(performance.now() - asked);
    if (
      data.length !== PAGE ||
      data[0]?.account_number !== after + 1 ||
      next !== after + PAGE ||
      last !== events
    )
      throw new Error(`after ${after} came ${data.length} events, to ${next} of ${last}`);
  }
  took.sort((a, b) => a - b);
  const perSecond = (took.length * 1_000) / ms;
  return { perSecond, p50Ms: percentile(took, 0.5), p99Ms: percentile(took, 0.99), cpuUs: null };
}
