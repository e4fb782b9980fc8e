import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';

/** Where an account wants its commissions paid, and in what. */
export interface PayoutAddress {
  readonly id: number;
  readonly assetId: number;
  /** As its chain writes it. */
  readonly address: string;
  readonly namedAt: number;
  readonly namedBy: string;
  readonly namedVia: NamedVia;
  /** From when it counts. */
  readonly effectiveAt: number;
}

export type NamedVia = 'interface' | 'console' | 'command line';

/** Who names an address, or takes it back. */
export interface NamedBy {
  readonly name: string;
  readonly via: NamedVia;
}

/** The one that counts, and the one that will; null: there is none. */
export interface PayoutAddresses {
  readonly current: PayoutAddress | null;
  readonly waiting: PayoutAddress | null;
}

const NONE: PayoutAddresses = { current: null, waiting: null };

export async function readPayoutAddress(
  client: Queryable,
  accountId: number,
  now: number,
): Promise<PayoutAddresses> {
  return (await readPayoutAddresses(client, now, accountId)).get(accountId) ?? NONE;
}

/** Those of an account, or of all that have named some. */
export async function readPayoutAddresses(
  client: Queryable,
  now: number,
  accountId: number | null = null,
): Promise<ReadonlyMap<number, PayoutAddresses>> {
  const { rows } = await client.query<PayoutAddress & { readonly accountId: number }>(
    `SELECT DISTINCT ON (account_id, effective_at > $1) account_id AS "accountId", id, asset_id AS "assetId", address,
            named_at AS "namedAt", named_by AS "namedBy", named_via AS "namedVia", effective_at AS "effectiveAt"
       FROM payout_address p WHERE undone_at = 0 AND ($2::bigint IS NULL OR account_id = $2)
        AND NOT EXISTS (SELECT 1 FROM payout_address later WHERE later.account_id = p.account_id AND later.id > p.id
                           AND later.undone_at = 0 AND later.named_at < p.effective_at)
      ORDER BY account_id, effective_at > $1, id DESC`,
    [now, accountId],
  );
  const found = new Map<number, PayoutAddresses>();
  for (const { accountId: whose, ...each } of rows) {
    const known = found.get(whose) ?? NONE;
    found.set(whose, each.effectiveAt > now ? { ...known, waiting: each } : { ...known, current: each });
  }
  return found;
}

/**
 * Names an address that was looked at, in the caller's transaction: it counts after a while, and takes the place of one that waits.
 * Named again it is the same one, and nothing begins anew.
 */
export async function namePayoutAddress(
  client: Queryable,
  wish: { readonly accountId: number; readonly assetId: number; readonly address: string },
  { name, via }: NamedBy,
  { now, waitS }: { readonly now: number; readonly waitS: number },
): Promise<PayoutAddresses> {
  const { accountId, assetId, address } = wish;
  const { current, waiting } = await lockAddresses(client, accountId, now);
  const isNamed = (each: PayoutAddress | null) => each?.assetId === assetId && each.address === address;
  if (isNamed(waiting)) return { current, waiting };
  await takeBack(client, accountId, name, now);
  if (!isNamed(current))
    await client.query(
      `INSERT INTO payout_address (account_id, asset_id, address, named_at, named_by, named_via, effective_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, assetId, address, now, name, via, now + waitS],
    );
  return readPayoutAddress(client, accountId, now);
}

/** Takes back the one that waits; what counts goes on to count. Throws a Refusal if none waits. */
export async function undoPayoutAddress(
  client: Queryable,
  accountId: number,
  { name }: NamedBy,
  now: number,
): Promise<{ readonly undone: PayoutAddress; readonly left: PayoutAddresses }> {
  const { waiting, current } = await lockAddresses(client, accountId, now);
  if (waiting === null) throw new Refusal(MESSAGE.noAddressWaits);
  await takeBack(client, accountId, name, now);
  return { undone: waiting, left: { current, waiting: null } };
}

/** Two who name one at once do so one after the other. */
async function lockAddresses(client: Queryable, accountId: number, now: number): Promise<PayoutAddresses> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK.payoutAddresses, accountId]);
  return readPayoutAddress(client, accountId, now);
}

/** All that wait: were one left behind the one that is shown, it would count all the same. */
async function takeBack(client: Queryable, accountId: number, by: string, now: number): Promise<void> {
  await client.query(
    'UPDATE payout_address SET undone_at = $2, undone_by = $3 WHERE account_id = $1 AND undone_at = 0 AND effective_at > $2',
    [accountId, now, by],
  );
}
