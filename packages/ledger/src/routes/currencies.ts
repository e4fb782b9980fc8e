import { currencyOf } from '../currency.ts';
import type { Route } from '../face.ts';
import { pageOf } from '../page.ts';

/** GET /currencies */
export const currencies: Route = async ({ query }, { assets }) => {
  const { items, next } = pageOf(await assets(), ({ caip19 }) => caip19, query, { usual: 100, most: 1_000 });
  return { currencies: items.map(currencyOf), next_cursor: next };
};
