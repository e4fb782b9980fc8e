import { type Repeating, repeat } from '../repeat.ts';
import { type DeskKey, isKeyOf } from '../secrets/desk-key.ts';
import type { Database } from '../store/database.ts';

const KEY_MS = 1_000;

/** A key that is looked after. */
export interface WatchedKey {
  /** Resolves with what to do about it when the key was replaced. */
  readonly replaced: Promise<string>;
  readonly watching: Repeating;
}

/** A node whose key was replaced must not go on: it would accept what the one who has the old key makes. */
export function watchKey(database: Database, key: DeskKey, onError: (error: unknown) => void): WatchedKey {
  let tell: (reason: string) => void;
  const replaced = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const look = async () => {
    if (!(await isKeyOf(database, key)))
      tell('The key of the service was replaced. Copy the new desk.key here and start again.');
  };
  return { replaced, watching: repeat(look, KEY_MS, onError) };
}
