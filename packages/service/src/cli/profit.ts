import { formatFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { daySpan } from '../profit/day-span.ts';
import { RESULT_PARTS } from '../profit/parts.ts';
import { type OwnStock, readHoldings } from '../profit/read-holdings.ts';
import { readGroups, readSums } from '../profit/read-sums.ts';
import { reportFile } from '../profit/report-file.ts';
import { BYS, type By, type DaySpan, GROUP_NAMES, type Group, totalOf } from '../profit/sums.ts';
import type { Database } from '../store/database.ts';
import { readArguments } from './arguments.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';

/** A table for people has no more lines of orders. */
const MOST_ORDERS = 100;

export const profit: Command = {
  name: 'profit',
  usage: '[--by day|pair|venue|order] [--from DAY] [--to DAY] [--inventory] [--csv | --jsonl]',
  summary:
    'Show profit and loss by the ledger: fees, spread, network costs; and with --inventory what is held, at cost and at the market',
  async run(args, env) {
    const { options, flags } = readArguments(args, {
      words: [],
      options: ['by', 'from', 'to'],
      flags: ['inventory', 'csv', 'jsonl'],
    });
    const by = readBy(options.by ?? 'day');
    const span = readSpan(options.from, options.to);
    if (flags.csv && flags.jsonl) throw new WrongArguments('Either --csv or --jsonl, not both.');
    if (flags.inventory && (options.by ?? options.from ?? options.to) !== undefined)
      throw new WrongArguments('--inventory is of now: it goes without --by, --from and --to.');
    await withStore(env, async (database) => {
      if (flags.csv || flags.jsonl) {
        const format = flags.csv ? 'csv' : 'jsonl';
        const file = { kind: flags.inventory ? ('inventory' as const) : by, format, span } as const;
        for await (const text of reportFile(database, file)) await write(text);
      } else if (flags.inventory) console.log(inventoryText(await readHoldings(database)));
      else console.log(await resultText(database, by, span));
    });
  },
};

async function resultText(database: Database, by: By, span: DaySpan): Promise<string> {
  const total = totalOf(await readSums(database, 'day', span));
  const { groups, isCut } = await readGroups(database, by, span, MOST_ORDERS);
  const head = [...GROUP_NAMES[by], ...RESULT_PARTS, 'result', 'put in'];
  const none = GROUP_NAMES[by].map((_, n) => (n === 0 ? 'all' : ''));
  const rows = [
    ...groups.map((group) => [...named(group, by), ...values(group)]),
    [...none, ...values(total)],
  ];
  return [
    table(head, rows),
    isCut ? `The latest ${MOST_ORDERS} of them. All: --csv or --jsonl.` : '',
    'In USDT at the prices of each posting, cut to cents; --csv and --jsonl have every digit, and units.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function named({ names }: Group, by: By): readonly string[] {
  const last = by === 'order' ? 'no order' : by === 'pair' ? 'no order' : 'none';
  return names.map((name, n) => (name === '' && n < 2 ? last : name));
}

function values({ parts, result, capital }: Group): string[] {
  return [...RESULT_PARTS.map((part) => parts.get(part) ?? 0n), result, capital].map(cents);
}

function inventoryText(holdings: readonly OwnStock[]): string {
  const rows = holdings.map(({ coin, units, cost, price, value, unrealised }) => {
    const { place, abbr, decimals } = coin;
    const orNone = (text: (of: bigint) => string, of: bigint | null) => (of === null ? '-' : text(of));
    return [
      ...[place, abbr, fromUnits(units, decimals), cents(cost), orNone(formatFixed, price)],
      ...[orNone(cents, value), orNone(cents, unrealised)],
    ];
  });
  const sum = (of: (holding: OwnStock) => bigint | null) =>
    cents(holdings.reduce((all, each) => all + (of(each) ?? 0n), 0n));
  const all = [
    ...['all', '', '', sum(({ cost }) => cost), ''],
    ...[sum(({ value }) => value), sum(({ unrealised }) => unrealised)],
  ];
  return [
    table(['place', 'coin', 'held', 'cost', 'price', 'value', 'unrealised'], [...rows, all]),
    "The operator's own, at average cost, and at the last price of each coin. In USDT, cut to cents.",
  ].join('\n');
}

const CENT = 10n ** 16n;

/** For a look, never to reckon with. */
function cents(value: bigint): string {
  const [whole = '0', fraction = ''] = formatFixed((value / CENT) * CENT).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function readBy(text: string): By {
  const by = BYS.find((each) => each === text);
  if (by === undefined) throw new WrongArguments(`--by takes ${BYS.join(', ')}; not "${text}".`);
  return by;
}

function readSpan(from: string | undefined, to: string | undefined): DaySpan {
  const span = daySpan(from, to);
  if (span !== null) return span;
  throw new WrongArguments('--from and --to take days such as 2026-01-31 (UTC), the first and the last.');
}

/** No faster than it is taken. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  );
}
