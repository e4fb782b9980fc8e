import { csvRow } from '../csv.ts';
import { type BookedCoin, loadBookedCoins } from '../ledger/booked-coins.ts';
import { formatFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import type { Database } from '../store/database.ts';
import { type OwnStock, readHoldings } from './read-holdings.ts';
import { readOrderSums, readSums } from './read-sums.ts';
import { type By, type DaySpan, GROUP_NAMES, type Sum } from './sums.ts';

/** What a file is about: results by something, or what is held now. */
export type ReportKind = By | 'inventory';
export type Format = 'csv' | 'jsonl';

/** The results of a span, or what is held now, for other programs: a line for each group, part and asset, with every digit. */
export async function* reportFile(
  database: Database,
  { kind, format, span }: { readonly kind: ReportKind; readonly format: Format; readonly span: DaySpan },
): AsyncGenerator<string> {
  const head = kind === 'inventory' ? HELD_HEAD : [...GROUP_NAMES[kind], ...SUM_HEAD];
  const write = (cells: readonly string[]) =>
    format === 'csv'
      ? csvRow(cells)
      : `${JSON.stringify(Object.fromEntries(head.map((name, n) => [name, cells[n]])))}\n`;
  yield format === 'csv' ? csvRow(head) : '';
  for await (const lines of cellsOf(database, kind, span)) yield lines.map(write).join('');
}

const SUM_HEAD = ['part', 'place', 'coin', 'amount', 'value_usdt'];
const HELD_HEAD = [
  ...['place', 'coin', 'amount', 'cost_usdt'],
  ...['price_usdt', 'value_usdt', 'unrealised_usdt'],
];

async function* cellsOf(database: Database, kind: ReportKind, span: DaySpan): AsyncGenerator<string[][]> {
  const coins = await loadBookedCoins(database);
  const sumCells = ({ group, part, assetId, units, value }: Sum) => [
    ...[...group, part],
    ...amountCells(coins.get(assetId) as BookedCoin, units),
    formatFixed(value),
  ];
  if (kind === 'order') {
    for await (const sums of readOrderSums(database, span)) yield sums.map(sumCells);
  } else if (kind === 'inventory') {
    yield (await readHoldings(database)).map(heldCells);
  } else {
    yield (await readSums(database, kind, span)).map(sumCells);
  }
}

function heldCells({ coin, units, cost, price, value, unrealised }: OwnStock): string[] {
  const orNone = (fixed: bigint | null) => (fixed === null ? '' : formatFixed(fixed));
  return [
    ...amountCells(coin, units),
    ...[formatFixed(cost), orNone(price), orNone(value), orNone(unrealised)],
  ];
}

function amountCells({ place, abbr, decimals }: BookedCoin, units: bigint): string[] {
  return [place, abbr, fromUnits(units, decimals)];
}
