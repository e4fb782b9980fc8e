import type { Kind } from '../load/arrivals.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { quotesOf } from './calculate-requests.ts';
import { PLACE_REQUESTS } from './place-requests.ts';
import { randomOrders } from './query.ts';

/** What a desk is asked for, as many of each: quotes, placements, orders. */
export async function mixOf(url: string, server: Bench['server']): Promise<Kind[]> {
  return [
    { name: 'quote', requests: (await quotesOf(url, 'float')).requests },
    { name: 'placement', requests: PLACE_REQUESTS },
    { name: 'query', requests: await randomOrders(server.pool(LARGE)) },
  ];
}

/** The same as one list, of each kind in turn. */
export function inTurn(kinds: readonly Kind[]): Buffer[] {
  const longest = Math.max(...kinds.map(({ requests }) => requests.length));
  return Array.from({ length: longest * kinds.length }, (_, n) => {
    const { requests } = kinds[n % kinds.length] as Kind;
    return requests[Math.floor(n / kinds.length) % requests.length] as Buffer;
  });
}
