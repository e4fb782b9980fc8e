import { foldResults } from '../../../../packages/service/src/profit/fold-results.ts';
import { readHoldings, wrongHoldings } from '../../../../packages/service/src/profit/read-holdings.ts';
import { readOrderSums, readSums } from '../../../../packages/service/src/profit/read-sums.ts';
import { type Sum, totalOf } from '../../../../packages/service/src/profit/sums.ts';
import type { World } from '../world.ts';
import type { Check } from './check.ts';

const ALL = { from: null, until: null };

/** Profit and loss is the ledger to the unit, folded or not, and the same by day, pair, venue and order. */
export const profitCheck: Check = async (world) => {
  const before = await problemsOf(world);
  await foldResults(world.database, world.clock.now);
  return [...new Set([...before, ...(await problemsOf(world))])];
};

async function problemsOf({ database }: World): Promise<string[]> {
  const wrong = await wrongHoldings(database);
  const byOrder: Sum[] = [];
  for await (const page of readOrderSums(database, ALL)) byOrder.push(...page);
  const day = totalOf(await readSums(database, 'day', ALL));
  const ways = {
    pair: await readSums(database, 'pair', ALL),
    venue: await readSums(database, 'venue', ALL),
    byOrder,
  };
  const cost = (await readHoldings(database)).reduce((sum, each) => sum + each.cost, 0n);
  return [
    ...wrong.map(({ assetId, units }) => `profit: differs from the ledger by ${units} of asset ${assetId}`),
    ...Object.entries(ways).flatMap(([name, sums]) => {
      const { result, capital } = totalOf(sums);
      return result === day.result && capital === day.capital
        ? []
        : [`profit: by ${name} it is ${result}, not ${day.result}`];
    }),
    ...(cost === day.result + day.capital
      ? []
      : [`profit: what is held cost ${cost}, not ${day.result + day.capital}`]),
  ];
}
