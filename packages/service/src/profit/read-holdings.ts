import { balancesOfAll } from '../ledger/balances.ts';
import { type BookedCoin, loadBookedCoins } from '../ledger/booked-coins.ts';
import { parseFixed } from '../money/fixed.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { Stock } from './inventory.ts';
import { OWN_ACCOUNTS } from './parts.ts';
import { ITS_LINES, readDue, readStocks } from './read-due.ts';
import { atOneMoment } from './read-sums.ts';
import { reckon } from './reckon.ts';
import { worthAt } from './worth-at.ts';

/** What is the operator's own of an asset, at its average cost and at the market. Values in 10^-18 USDT. */
export interface OwnStock extends Stock {
  readonly coin: BookedCoin;
  /** Null without one. */
  readonly price: bigint | null;
  readonly value: bigint | null;
  /** What it is worth now beyond what it came in at. */
  readonly unrealised: bigint | null;
}

/** What is held now, of every asset of which anything is. */
export function readHoldings(database: Database): Promise<OwnStock[]> {
  return atOneMoment(database, async (client) => {
    const { stocks } = reckon(await readDue(client, 'all'), await readStocks(client));
    const coins = await loadBookedCoins(client);
    const prices = await readPrices(client);
    return [...stocks]
      .filter(([, { units }]) => units !== 0n)
      .sort(([a], [b]) => a - b)
      .map(([assetId, stock]) => {
        const coin = coins.get(assetId) as BookedCoin;
        const price = prices.get(coin.abbr) ?? null;
        const value = price === null ? null : worthAt(stock.units, price, coin.decimals);
        return { coin, ...stock, price, value, unrealised: value === null ? null : value - stock.cost };
      });
  });
}

/** Assets of which the results have other units than the ledger, and by how many. */
export function wrongHoldings(database: Database): Promise<{ assetId: number; units: bigint }[]> {
  return atOneMoment(database, async (client) => {
    const wrong = new Map(Array.from(await readStocks(client), ([assetId, { units }]) => [assetId, units]));
    const add = (assetId: number, units: bigint) => wrong.set(assetId, (wrong.get(assetId) ?? 0n) + units);
    const { rows } = await client.query<{ asset_id: number; units: string }>({
      name: 'due-units',
      text: `
        SELECT e.asset_id, sum(e.units) AS units FROM result_due d CROSS JOIN ${ITS_LINES}
         WHERE e.account = ANY ($1::text[]) GROUP BY e.asset_id`,
      values: [OWN_ACCOUNTS],
    });
    for (const { asset_id, units } of rows) add(asset_id, -BigInt(units));
    for (const owed of (await balancesOfAll(client, OWN_ACCOUNTS)).values()) {
      for (const [assetId, units] of owed) add(assetId, units);
    }
    return [...wrong].filter(([, units]) => units !== 0n).map(([assetId, units]) => ({ assetId, units }));
  });
}

async function readPrices(client: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await client.query<{ abbr: string; price: string }>({
    name: 'read-prices-to-hold',
    text: 'SELECT abbr, price FROM price',
  });
  return new Map(rows.map(({ abbr, price }) => [abbr, parseFixed(price)]));
}
