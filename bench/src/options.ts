import { parseArgs } from 'node:util';

/** The kinds of work that are measured, in the order in which they are. From `settle` on they add orders. */
export const WORKS = [
  'calculate',
  'query',
  'list',
  'follow',
  'node',
  'blocks',
  'market',
  'settle',
  'place',
  'log',
  'streams',
  'webhooks',
  'workers',
  'overload',
  'model',
  'soak',
  'memory',
] as const;
/** Take long, or say little where the load has no cores of its own: only when they are asked for. */
export const ON_DEMAND: readonly string[] = [
  'log',
  'streams',
  'webhooks',
  'workers',
  'overload',
  'model',
  'soak',
  'memory',
];
/** Those that are compared with pgbench, on a copy of the database. */
export const WITH_PGBENCH: readonly string[] = ['settle', 'place'];
export type Work = (typeof WORKS)[number];

export interface Options {
  /** Orders in the large database. */
  readonly orders: number;
  /** Length of one window of load. */
  readonly seconds: number;
  readonly only: readonly Work[];
  /** Of load, for what needs a long one; null: as long as is recorded. */
  readonly minutes: number | null;
  /** Where the databases are kept for the next run; null: in a folder that is removed at the end. */
  readonly dataDir: string | null;
}

export const DEFAULT_ORDERS = 200_000;
export const DEFAULT_SECONDS = 2;
const MOST_ORDERS = 50_000_000;
const LEAST_ORDERS = 10_000;

export const HELP = `Measures Swapdesk side by side with the plainest thing that does the same work.

  npm run bench                          all of it, about ten minutes
  npm run bench -- --orders 10000000     the full proof; needs 60 GB of disk
  npm run bench -- --only place,query    some of it: ${WORKS.join(', ')}
  npm run bench -- --only log            ten million events of an account, read on from any number
  npm run bench -- --only streams        ten thousand open streams of events on an api node
  npm run bench -- --only webhooks       placements while a thousand webhooks a second are sent
  npm run bench -- --only workers        several processes against one; wants more cores than two
  npm run bench -- --only overload       five times what a node can do, and what becomes of it
  npm run bench -- --only model          the model of docs/scale.md against two measured loads
  npm run bench -- --only soak           half an hour of steady load on an api node
  npm run bench -- --only memory         an hour of load on an api node, and what it holds then

  --orders N     orders in the store (${DEFAULT_ORDERS}; at least ${LEAST_ORDERS})
  --seconds S    length of one window of load (${DEFAULT_SECONDS})
  --only A,B     only this work
  --minutes M    of load for soak (30) and memory (60); with it nothing is recorded
  --data DIR     keep the seeded databases in DIR, and use them again
  --help         this text

The table is printed. Runs with at least ${DEFAULT_ORDERS} orders and windows of ${DEFAULT_SECONDS} s are also
recorded in bench/results and bench/RESULTS.md.`;

/** What is wrong with the command line, for a person. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line; null if it asks for help. */
export function readOptions(args: string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  return {
    orders: number('--orders', values.orders, LEAST_ORDERS, MOST_ORDERS) ?? DEFAULT_ORDERS,
    seconds: number('--seconds', values.seconds, 0.5, 600) ?? DEFAULT_SECONDS,
    only: works(values.only),
    minutes: number('--minutes', values.minutes, 1, 10_000) ?? null,
    dataDir: values.data ?? null,
  };
}

/** True for a run whose figures are worth keeping. */
export function isRecorded({ orders, seconds, minutes }: Options): boolean {
  return orders >= DEFAULT_ORDERS && seconds >= DEFAULT_SECONDS && minutes === null;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        orders: { type: 'string' },
        seconds: { type: 'string' },
        only: { type: 'string' },
        minutes: { type: 'string' },
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. See: npm run bench -- --help`);
  }
}

function number(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text.replaceAll('_', ''));
  if (value >= least && value <= most) return value;
  throw new UsageError(`${name} must be from ${least} to ${most}, not "${text}".`);
}

function works(text: string | undefined): readonly Work[] {
  if (text === undefined) return WORKS.filter((work) => !ON_DEMAND.includes(work));
  const names = text.split(',');
  const unknown = names.find((name) => !WORKS.includes(name as Work));
  if (unknown !== undefined) throw new UsageError(`--only knows ${WORKS.join(', ')}, not "${unknown}".`);
  return WORKS.filter((work) => names.includes(work));
}
