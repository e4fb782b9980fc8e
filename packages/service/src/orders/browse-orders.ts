import type { Queryable } from '../store/database.ts';

/** Which orders; what is left out does not matter. */
export interface OrderFilter {
  readonly status?: number | undefined;
  readonly account?: string | undefined;
  /** Of these, on that side. */
  readonly assetIds?: readonly number[] | undefined;
  readonly side: 'from' | 'to' | 'any';
  /** Inclusive, Unix seconds. */
  readonly createdStart?: number | undefined;
  /** Exclusive. */
  readonly createdEnd?: number | undefined;
}

/** A place in the list of all orders. Newest first; of the same second by account, then by position. */
export interface OrderPlace {
  readonly createdAt: number;
  readonly accountId: number;
  readonly position: number;
}

export interface BrowsedPage {
  readonly ids: readonly number[];
  /** Where it goes on; null at the end. */
  readonly next: OrderPlace | null;
}

/** So many orders are looked through for a page. A page of something rare can be short, even empty, and go on. */
const LOOKED_THROUGH = 2_000;
const BEYOND_ANY = Number.MAX_SAFE_INTEGER;

/**
 * A page of all accounts' orders. Each account's orders are numbered in order of creation, so a page is the merge of one
 * range of numbers from each: it costs the same however many orders there are and however deep it is.
 */
export async function browseOrders(
  client: Queryable,
  filter: OrderFilter,
  after: OrderPlace | null,
  size: number,
): Promise<BrowsedPage> {
  const isRare = filter.assetIds !== undefined;
  const most = isRare ? LOOKED_THROUGH : size;
  const looked = await lookThrough(client, filter, after ?? beginning(filter), most);
  const matching = looked.filter(({ matches }) => matches).slice(0, size);
  const last =
    matching.length === size ? matching.at(-1) : looked.length === most ? looked.at(-1) : undefined;
  return { ids: matching.map(({ id }) => id), next: last === undefined ? null : placeOf(last) };
}

function beginning({ createdEnd }: OrderFilter): OrderPlace {
  return {
    createdAt: createdEnd === undefined ? BEYOND_ANY : createdEnd - 1,
    accountId: BEYOND_ANY,
    position: BEYOND_ANY,
  };
}

interface Row {
  id: number;
  created_at: number;
  account_id: number;
  position: number;
  matches: boolean;
}

async function lookThrough(
  client: Queryable,
  { status, account, assetIds, side, createdStart }: OrderFilter,
  { createdAt, accountId, position }: OrderPlace,
  most: number,
): Promise<Row[]> {
  const { rows } = await client.query<Row>({
    name: `browse-orders-${status === undefined ? 'all' : 'status'}`,
    text: `
      SELECT o.id, o.created_at, o.account_id, o.position,
             $6::int[] IS NULL
               OR ($7 <> 'to' AND o.asset_id = ANY ($6))
               OR ($7 <> 'from' AND EXISTS (
                    SELECT 1 FROM order_entry e WHERE e.order_id = o.id AND e.asset_id = ANY ($6))) AS matches
        FROM account a,
             LATERAL (SELECT CASE WHEN a.id = $2 THEN $3 ELSE coalesce((
                SELECT b.position + 1 FROM orders b
                 WHERE b.account_id = a.id AND b.created_at <= $1::bigint - CASE WHEN a.id > $2 THEN 1 ELSE 0 END
                 ORDER BY b.created_at DESC, b.position DESC LIMIT 1), 0) END AS below) AS upper_end,
             LATERAL (SELECT CASE WHEN $4::bigint IS NULL THEN 0 ELSE coalesce((
                SELECT b.position FROM orders b WHERE b.account_id = a.id AND b.created_at >= $4
                 ORDER BY b.created_at, b.position LIMIT 1), ${BEYOND_ANY}) END AS least) AS lower_end,
             LATERAL (
                SELECT id, created_at, account_id, position, asset_id FROM orders c
                 WHERE c.account_id = a.id AND c.position < upper_end.below AND c.position >= lower_end.least
                   ${status === undefined ? '' : 'AND c.status = $9'}
                 ORDER BY c.position DESC LIMIT $8) AS o
       WHERE $5::text IS NULL OR a.name = $5
       ORDER BY o.created_at DESC, o.account_id DESC, o.position DESC LIMIT $8`,
    values: [
      createdAt,
      accountId,
      position,
      createdStart ?? null,
      account ?? null,
      assetIds ?? null,
      side,
      most,
      ...(status === undefined ? [] : [status]),
    ],
  });
  return rows;
}

function placeOf({ created_at, account_id, position }: Row): OrderPlace {
  return { createdAt: created_at, accountId: account_id, position };
}

/** A place as text, for whoever asks for the next page. */
export function writePlace({ createdAt, accountId, position }: OrderPlace): string {
  return `${createdAt}.${accountId}.${position}`;
}

/** Null if it is none. */
export function readPlace(text: string): OrderPlace | null {
  if (!/^\d{1,15}\.\d{1,15}\.\d{1,15}$/.test(text)) return null;
  const [createdAt, accountId, position] = text.split('.').map(Number) as [number, number, number];
  return { createdAt, accountId, position };
}
