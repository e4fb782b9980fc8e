import { MESSAGE } from '@swapdesk/contract';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { loadSettings } from '../catalog/settings.ts';
import { readConfig } from '../config.ts';
import { formatFixed } from '../money/fixed.ts';
import { adaptation } from '../networks/all-chains.ts';
import { type CoinPrice, coinPrices } from '../observe/price-states.ts';
import { confirmPrice } from '../pricing/confirm-price.ts';
import { ageText } from '../pricing/price-words.ts';
import type { NoQuote } from '../pricing/rates.ts';
import { loadWatched } from '../pricing/watched-prices.ts';
import { act, inWords } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { table } from './table.ts';

export const priceList: Command = {
  name: 'price list',
  usage: '',
  summary: 'Show all prices: how old they are, what has jumped or stands still, what is not quoted',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = adaptation(readConfig(env).chains)(await loadCatalogue(database));
      const { rows } = await database.query<{ now: number }>(
        'SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS now',
      );
      const now = rows[0]?.now as number;
      const coins = coinPrices(await loadWatched(database), catalogue, await loadSettings(database), now);
      const head = ['coin', 'price', 'age', 'unchanged for', 'state', 'waits to be confirmed', 'source'];
      console.log(
        table(
          head,
          coins.map((coin) => cells(coin, now)),
        ),
      );
    }),
};

export const priceConfirm: Command = {
  name: 'price confirm',
  usage: 'COIN',
  summary: 'Quote a coin at its price that has jumped, or at one that stands still. See first: price list',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['COIN'], options: [] });
      const [coin] = words as [string];
      const changes = await act(database, async (client, now) => {
        const settings = await loadSettings(client);
        const result = await confirmPrice(client, coin, { seen: null, settings, now });
        return { act: 'price confirm', subject: coin.toUpperCase(), changes: result, result };
      }).catch(
        inWords({
          [MESSAGE.priceNotFound]: `There is no price of ${coin}. See: npx swapdesk price list`,
          [MESSAGE.priceNotStopped]: `The price of ${coin} does not wait for anybody. See: npx swapdesk price list`,
        }),
      );
      for (const { what, before, after } of changes)
        console.log(`Confirmed the ${what} of ${coin}: ${before} → ${after}.`);
    }),
};

const WORDS = {
  missing: 'missing',
  old: 'too old',
  ahead: 'from the future',
  jump: 'has jumped',
  frozen: 'stands still',
  few: 'too few venues agree',
  peg: 'has left its peg',
  thin: 'the books are too thin',
  spread: 'the venues are too far apart',
} as const satisfies Record<NoQuote, string>;

function cells({ abbr, price, noQuote, isFrozen, isNeeded }: CoinPrice, now: number): string[] {
  const ofWhich = isNeeded ? '' : ', switched off';
  const fixedStop = price?.fixedStop ?? null;
  const state =
    noQuote !== null
      ? `${WORDS[noQuote]}: not quoted`
      : fixedStop !== null
        ? `${WORDS[fixedStop]}: float only`
        : isFrozen
          ? WORDS.frozen
          : 'fresh';
  if (price === null) return [abbr, '-', '-', '-', state + ofWhich, '-', '-'];
  const { value, at, changedAt, pending, source } = price;
  return [
    ...[abbr, formatFixed(value), ageText(Math.max(0, now - at)), ageText(Math.max(0, at - changedAt))],
    ...[state + ofWhich, pending === null ? '-' : formatFixed(pending.value), source],
  ];
}
