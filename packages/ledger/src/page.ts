import { wrongParameter } from './ledger-error.ts';

/** A part of a list, and where to go on; null: that was all. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

interface Sizes {
  readonly usual: number;
  readonly most: number;
}

/**
 * The page that `limit` and `cursor` ask for of a list that is sorted by its keys. A cursor is the key of the last that was told, so
 * that what is added or taken away meanwhile moves nothing else.
 */
export function pageOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  query: URLSearchParams,
  { usual, most }: Sizes,
): Page<Item> {
  const limit = query.get('limit') ?? String(usual);
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw wrongParameter('limit has to be a whole number above 0');
  const after = Buffer.from(query.get('cursor') ?? '', 'base64url').toString();
  const left = items.filter((item) => keyOf(item) > after);
  const page = left.slice(0, Math.min(Number(limit), most));
  const last = page.at(-1);
  const isAll = page.length === left.length || last === undefined;
  return { items: page, next: isAll ? null : Buffer.from(keyOf(last)).toString('base64url') };
}
