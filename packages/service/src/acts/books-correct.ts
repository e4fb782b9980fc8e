import type { Asset } from '../catalog/catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import { compareBooks } from '../engine/books/compare-books.ts';
import { type Corrected, type Correction, correctBooks, MovedOn } from '../engine/books/correct-books.ts';
import { NotBooked } from '../engine/books/decide.ts';
import { fromUnits } from '../money/units.ts';
import type { Database } from '../store/database.ts';
import type { Run } from './run.ts';

const MOST_TRIES = 5;

/** An operator books what came or went and no order explains. The books are compared anew if the chain has moved on meanwhile. */
export async function booksCorrect(
  database: Database,
  chain: Chain,
  asset: Asset,
  correction: Correction,
  run: Run,
): Promise<Corrected> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const corrected = await once(database, chain, asset, correction, run).catch((error: unknown) => {
      if (!(error instanceof MovedOn)) throw error;
      return null;
    });
    if (corrected !== null) return corrected;
  }
  throw new NotBooked(`${chain.name} moves on too fast to be compared. Try again.`);
}

async function once(
  database: Database,
  chain: Chain,
  asset: Asset,
  correction: Correction,
  run: Run,
): Promise<Corrected> {
  const [books] = await compareBooks(database, chain, [asset]);
  if (books === undefined)
    throw new NotBooked(`The node of ${chain.name} cannot tell now what we hold. Try again.`);
  const name = `${asset.chain.name} ${asset.abbr}`;
  return run(async (client, now) => {
    const result = await correctBooks(client, chain, books, correction, now);
    const changes = [
      { what: `${name} booked`, before: null, after: fromUnits(correction.units, asset.decimals) },
      { what: 'why', before: null, after: correction.why },
      ...result.settled.map((spend) => ({ what: spend, before: 'unknown', after: 'used by others' })),
    ];
    return { act: 'books correct', subject: name, changes, result };
  });
}
