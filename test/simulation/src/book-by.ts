import type pg from 'pg';
import type { Chain } from '../../../packages/service/src/chains/chain.ts';
import { type Comparison, compareBooks } from '../../../packages/service/src/engine/books/compare-books.ts';
import { MovedOn } from '../../../packages/service/src/engine/books/correct-books.ts';
import { NotBooked } from '../../../packages/service/src/engine/books/decide.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { tried } from './people.ts';
import type { World } from './world.ts';

/** An operator corrects the books of an asset, as `books correct` does: after a look at both, and never beyond. */
export async function bookBy(
  { database, catalogue, log }: World,
  chain: Chain,
  assetId: number,
  correct: (client: pg.PoolClient, books: Comparison) => Promise<unknown>,
): Promise<void> {
  const [books] = await compareBooks(database, chain, [catalogue.get(assetId)]);
  if (books === undefined) return;
  const outcome = await tried(() =>
    transaction(database, async (client) => {
      await correct(client, books);
      return 'done';
    }).catch((error: unknown) => {
      if (error instanceof NotBooked || error instanceof MovedOn) return error.message;
      throw error;
    }),
  );
  log.say(`an operator corrects the books of asset ${assetId}: ${outcome}`);
}
