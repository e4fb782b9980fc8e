import { type Factor, normalizeQueryCode } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { Environment } from '../config.ts';
import { fromUnits } from '../money/units.ts';
import { explainOrder } from '../orders/explain.ts';
import { readOrderFile } from '../orders/reading/read-order-file.ts';
import { orderById } from '../orders/reading/read-orders.ts';
import { readQuote } from '../pricing/calc-id.ts';
import { factorsOf } from '../pricing/factors.ts';
import { loadSealKeys } from '../pricing/seal-keys.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { StartupError } from '../startup-error.ts';
import type { Database } from '../store/database.ts';
import { readArguments } from './arguments.ts';
import { type Command, deskKeyOf, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const explain: Command = {
  name: 'explain',
  usage: 'CALC_ID|QUERY_CODE|ORDER',
  summary:
    'Show how the amounts of a fixed quote, or of an order, come about: every factor, to the last digit',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['CALC_ID|QUERY_CODE|ORDER'], options: [] });
      const [name] = words as [string];
      const catalogue = await loadCatalogue(database);
      // No code and no number has a full stop; every calc id has.
      const lines = name.includes('.')
        ? await quoteLines(database, name, catalogue, await keyOf(database, env))
        : await orderLines(database, name, catalogue);
      console.log(lines.join('\n\n'));
    }),
};

/** Calc ids are sealed with it; orders are explained without. */
async function keyOf(database: Database, env: Environment): Promise<DeskKey> {
  try {
    return await deskKeyOf(database, env);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    throw new UsageError(
      `A calc id is opened with the key of the service. ${error.message} Of an order, without it: npx swapdesk explain QUERY_CODE`,
    );
  }
}

async function quoteLines(
  database: Database,
  calcId: string,
  catalogue: Catalogue,
  deskKey: DeskKey,
): Promise<string[]> {
  const read = readQuote(await loadSealKeys(database, deskKey), calcId, catalogue);
  if (read === null)
    throw new UsageError(
      'This calc id is not ours, or older than the keys that are kept, an hour or two. Of an order: npx swapdesk explain QUERY_CODE',
    );
  const { terms, expiresAtMs } = read;
  const { from, price, units, entries } = terms;
  const factors = factorsOf({ decimals: from.decimals, price }, units, entries);
  return [
    `A fixed quote for ${amount(from, units)}, to be ordered until ${timeText(Math.floor(expiresAtMs / 1_000))}`,
    ...entries.map(({ asset }, n) => entryText(from, asset, factors[n] as Factor[], n)),
  ];
}

async function orderLines(database: Database, name: string, catalogue: Catalogue): Promise<string[]> {
  const names = { no: name.toUpperCase(), queryCode: normalizeQueryCode(name) };
  const found = await readOrderFile(database, names, []);
  if (found === null) throw new UsageError(`There is no order ${name}, and no calc id.`);
  const order = await orderById(database, found.head.id);
  const from = catalogue.get(order.assetId);
  const { units, factors, differing } = explainOrder(order, catalogue);
  const isMarket = order.mode === 'float' && order.acceptedAt === 0;
  return [
    `Order ${order.no}, ${order.mode}, for ${amount(from, units)}${isMarket ? ', at the prices of its placement: those of its exchange will count' : ''}`,
    ...order.entries.map((entry, n) => {
      const to = catalogue.get(entry.assetId);
      const text = entryText(from, to, factors[n] as Factor[], n);
      return differing.includes(n) ? `${text}\nIt is to get ${amount(to, entry.units)} instead.` : text;
    }),
  ];
}

/** What each factor is, and in what its result counts. */
const WORDS: Record<Factor['factor'], readonly [string, 'source' | 'USDT' | 'receive']> = {
  part: ['share of what is sent', 'source'],
  source_price: ['× price of the source', 'USDT'],
  fee: ['− service fee, of the value', 'USDT'],
  skew: ['− skew of the treasury, of the value', 'USDT'],
  premium: ['− for holding the price, of the value', 'USDT'],
  markup: ['− markup of the partner, of the value', 'USDT'],
  receive_price: ['÷ price of the receive asset', 'receive'],
  network_fee: ['− network fee', 'receive'],
  rounding: ['− rounding', 'receive'],
};

function entryText(from: Asset, to: Asset, factors: readonly Factor[], n: number): string {
  const units = { source: from.abbr, USDT: 'USDT', receive: to.abbr };
  const rows = factors.map(({ factor, by, result }) => {
    const [words, unit] = WORDS[factor];
    return [words, by, `${result} ${units[unit]}`];
  });
  return `${n + 1}. ${to.abbr} (${to.chain.name})\n${table(['factor', 'by', 'gives'], rows)}`;
}

function amount({ abbr, decimals, chain }: Asset, units: bigint): string {
  return `${fromUnits(units, decimals)} ${abbr} (${chain.name})`;
}
