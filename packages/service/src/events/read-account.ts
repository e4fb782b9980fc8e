import type { AccountEventType } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import type { AccountFacts } from './account-facts.ts';
import type { StoredEvent } from './read-events.ts';

/** An event in the log of an account. */
export interface AccountStoredEvent extends Omit<StoredEvent, 'told_before' | 'type'> {
  readonly type: AccountEventType;
  readonly account_number: number;
  /** Its place in the log of its order; 0: it is of the account itself. */
  readonly order_number: number;
  /** Empty: it is of no order. */
  readonly order_no: string;
  /** Of the account itself; null: it is of an order. */
  readonly facts: AccountFacts | null;
}

/** How far somebody has read in the log of an account. */
export interface AccountPosition {
  readonly accountId: number;
  /** The number of the last event that was read; 0 for none. */
  readonly after: number;
}

/** What comes next after such a position. */
export interface ReadAccount {
  readonly events: readonly AccountStoredEvent[];
  /** Where to go on: those that have left the store are passed over. */
  readonly next: number;
}

/** SQL: the event of `a`, of its order or of the account itself; null: it has left the store. */
const EVENT = `
  a.number AS account_number, a.order_number, coalesce(o.no, '') AS order_no, coalesce(e.id, n.id) AS id, coalesce(e.type, n.type) AS type,
  coalesce(e.at, n.at) AS at, e.from_status, e.to_status, e.asset_id, e.units::text, e.txid, n.facts`;
const ITS_EVENT = `
        LEFT JOIN orders o ON o.id = a.order_id
        LEFT JOIN LATERAL (
             SELECT * FROM order_event e WHERE e.order_id = a.order_id AND e.id = a.event_id OFFSET 0) AS e ON true
        LEFT JOIN account_told n ON a.order_id = 0 AND n.id = a.event_id`;

type Row = { readonly nth: number } & (AccountStoredEvent | (AccountStoredEvent & { readonly id: null }));

/** What comes next after each of these positions, of so many numbers each; in their order. */
export async function readAccounts(
  client: Queryable,
  positions: readonly AccountPosition[],
  most: number,
): Promise<ReadAccount[]> {
  const { rows } = await client.query<Row>({
    name: 'read-account-events',
    text: `
      SELECT reader.nth::int, ${EVENT}
        FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS reader (account_id, after, nth)
       CROSS JOIN LATERAL (
             SELECT number, order_number, order_id, event_id FROM account_event l
              WHERE l.account_id = reader.account_id AND l.number > reader.after ORDER BY l.number LIMIT $3) AS a${ITS_EVENT}
       ORDER BY reader.nth, a.number`,
    values: [positions.map(({ accountId }) => accountId), positions.map(({ after }) => after), most],
  });
  const found: Row[][] = positions.map(() => []);
  for (const row of rows) found[row.nth - 1]?.push(row);
  return positions.map(({ after }, n) => {
    const those = found[n] as Row[];
    return { events: those.filter(({ id }) => id !== null), next: those.at(-1)?.account_number ?? after };
  });
}

/** These events, each by its account and its number there; null: it has left the store. */
export async function readNumbered(
  client: Queryable,
  wanted: readonly { readonly accountId: number; readonly number: number }[],
): Promise<(AccountStoredEvent | null)[]> {
  const { rows } = await client.query<AccountStoredEvent & { readonly nth: number }>({
    name: 'read-numbered-events',
    text: `
      SELECT wanted.nth::int, ${EVENT}
        FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS wanted (account_id, number, nth)
        JOIN account_event a ON a.account_id = wanted.account_id AND a.number = wanted.number${ITS_EVENT}
       WHERE e.id IS NOT NULL OR n.id IS NOT NULL`,
    values: [wanted.map(({ accountId }) => accountId), wanted.map(({ number }) => number)],
  });
  const found = new Map(rows.map((row) => [row.nth, row]));
  return wanted.map((_, n) => found.get(n + 1) ?? null);
}

/** The number of the newest event of an account; 0: it has none. */
export async function lastOfAccount(client: Queryable, accountId: number): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    'SELECT number FROM account_event WHERE account_id = $1 ORDER BY number DESC LIMIT 1',
    [accountId],
  );
  return rows[0]?.number ?? 0;
}
