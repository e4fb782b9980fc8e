import { MESSAGE } from '@swapdesk/contract';
import type { Asset } from '../catalog/catalogue.ts';
import { setHalt } from '../engine/books/halts.ts';
import type { Actor, Done } from '../operators/audit.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** An operator wants nothing to be paid out in an asset. */
export async function haltAsset(
  client: Queryable,
  { id, chain, abbr }: Asset,
  why: string,
  { name }: Actor,
  now: number,
): Promise<Done<void>> {
  if (!(await setHalt(client, id, why, now, name))) throw new Refusal(MESSAGE.alreadyHalted);
  const changes = [{ what: 'halt', before: null, after: why }];
  return { act: 'halt set', subject: `${chain.name} ${abbr}`, changes, result: undefined };
}
