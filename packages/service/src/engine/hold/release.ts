import type { Queryable } from '../../store/database.ts';
import { isDecided, readUndecided, undecidedLines } from './go-on.ts';
import { endHold, type Hold, readHold } from './hold.ts';

/** What an operator wants is not so, or not yet. The message says why. */
export class NotReleased extends Error {
  override readonly name = 'NotReleased';
}

/**
 * Ends the hold, if nothing but missing records is undecided: one that is lost cannot be compared, and that is for an
 * operator to say.
 */
export async function releaseHold(client: Queryable, chainIds: readonly number[]): Promise<Hold> {
  // Whoever begins a hold, or ends it, waits for this to commit.
  await client.query('SELECT 1 FROM hold FOR UPDATE');
  const held = await readHold(client);
  if (held === null) throw new NotReleased('The desk is not held.');
  const left = { ...(await readUndecided(client, chainIds)), records: [] };
  if (!isDecided(left)) throw new NotReleased(`The desk stays held:\n${undecidedLines(left).join('\n')}`);
  await endHold(client);
  await client.query('UPDATE signing_record SET is_waited_for = false');
  return held;
}
