import type { Chain, Transaction } from '../../chains/chain.ts';
import { balancesOf } from '../../ledger/balances.ts';
import { NEED_NOT_SPEND } from '../../payouts/note-payouts.ts';
import type { Queryable } from '../../store/database.ts';

/**
 * Something of ours that a transaction uses up which is no payment of ours: a coin, a nonce of an account, the value of a nonce account, or an account without any. Only our
 * keys can do that, so the store has forgotten what they did: it is older than the chain.
 */
export interface UnknownSpend {
  readonly spend: string;
  /** Null: nobody could tell. */
  readonly txid: string | null;
  /** Null: no block has it, or nobody could tell. */
  readonly height: number | null;
}

/**
 * Notes what the transactions of a block, or of what waits, use up of ours without being payments of ours, and halts the
 * chain for it. In the transaction that follows the block, so nothing can be signed in between. Returns what is new.
 */
export async function noteUnknownSpends(
  client: Queryable,
  chain: Chain,
  transactions: readonly Transaction[],
  height: number | null,
  at: number,
  oursAmong: OursAmong,
): Promise<UnknownSpend[]> {
  const used = transactions.flatMap(({ txid, spends }) => spends.map((spend) => ({ spend, txid, height })));
  return recordUnknown(client, chain, await oursAmong(client, chain, used), at);
}

/** Those of some spends that use up something of ours. */
export type OursAmong = (
  client: Queryable,
  chain: Chain,
  used: readonly UnknownSpend[],
) => Promise<readonly UnknownSpend[]>;

/** Those that use up a coin of ours. */
export const coinsAmong: OursAmong = async (client, chain, used) => {
  if (used.length === 0) return [];
  const { rows } = await client.query<{ spend: string }>({
    name: 'coins-among',
    text: 'SELECT spend FROM coin WHERE chain_id = $1 AND spend = ANY ($2::text[])',
    values: [chain.id, used.map(({ spend }) => spend)],
  });
  return thoseIn(rows, used);
};

/** Those that use up a nonce of an address of ours. */
export const noncesAmong: OursAmong = async (client, chain, used) => {
  const asked = used.filter(({ spend }) => spend.includes('#'));
  if (asked.length === 0) return [];
  const { rows } = await client.query<{ spend: string }>({
    name: 'nonces-among',
    text: `
      SELECT t.spend FROM unnest($2::text[]) AS t (spend)
        JOIN chain c ON c.id = $1 JOIN address_space s ON s.name = c.address_space
       WHERE split_part(t.spend, '#', 1) = s.treasury OR EXISTS (
             SELECT 1 FROM deposit_address d WHERE d.space = s.name AND d.address = split_part(t.spend, '#', 1))`,
    values: [chain.id, asked.map(({ spend }) => spend)],
  });
  return thoseIn(rows, asked);
};

/** Those by which an address of ours has paid, where transactions have no nonces: each uses up itself. */
export const sendersAmong: OursAmong = async (client, chain, used) => {
  const asked = used.filter(({ spend }) => spend.includes('@'));
  if (asked.length === 0) return [];
  const { rows } = await client.query<{ spend: string }>({
    name: 'senders-among',
    text: `
      SELECT t.spend FROM unnest($2::text[]) AS t (spend)
        JOIN chain c ON c.id = $1 JOIN address_space s ON s.name = c.address_space
       WHERE split_part(t.spend, '@', 1) = s.treasury OR EXISTS (
             SELECT 1 FROM deposit_address d WHERE d.space = s.name AND d.address = split_part(t.spend, '@', 1))`,
    values: [chain.id, asked.map(({ spend }) => spend)],
  });
  return thoseIn(rows, asked);
};

/** Those that use up the value of a nonce account of ours, or by which an address of ours has paid without one. */
export const durablesAmong: OursAmong = async (client, chain, used) => {
  const senders = await sendersAmong(client, chain, used);
  const asked = used.filter(({ spend }) => spend.includes('='));
  if (asked.length === 0) return senders;
  const { rows } = await client.query<{ spend: string }>({
    name: 'durables-among',
    text: `
      SELECT t.spend FROM unnest($2::text[]) AS t (spend)
        JOIN nonce_account n ON n.chain_id = $1 AND n.address = split_part(t.spend, '=', 1)`,
    values: [chain.id, asked.map(({ spend }) => spend)],
  });
  return [...senders, ...thoseIn(rows, asked)];
};

function thoseIn(rows: readonly { readonly spend: string }[], used: readonly UnknownSpend[]): UnknownSpend[] {
  const ours = new Set(rows.map(({ spend }) => spend));
  return used.filter(({ spend }) => ours.has(spend));
}

/**
 * Stores spends of ours whose transactions are no payments of ours, and halts all assets of the chain. One that is known
 * stays as it was decided, unless another transaction has it now. Returns what is new.
 */
export async function recordUnknown(
  client: Queryable,
  chain: Chain,
  spends: readonly UnknownSpend[],
  at: number,
): Promise<UnknownSpend[]> {
  if (spends.length === 0) return [];
  const { rows } = await client.query<UnknownSpend>({
    name: 'record-unknown-spends',
    text: `
      INSERT INTO unknown_spend AS known (chain_id, spend, source, nonce, txid, height, found_at)
      SELECT $1, t.spend, CASE WHEN is_nonce THEN split_part(t.spend, '#', 1) END,
             CASE WHEN is_nonce THEN split_part(t.spend, '#', 2)::bigint END, t.txid, t.height, $5
        FROM (SELECT DISTINCT ON (spend) spend, txid, height, spend LIKE '%#%' AS is_nonce
                FROM unnest($2::text[], $3::text[], $4::bigint[]) AS u (spend, txid, height) ORDER BY spend, height) AS t
       WHERE NOT EXISTS (SELECT 1 FROM attempt p WHERE p.chain_id = $1 AND p.txid = t.txid)
         AND (t.txid IS NOT NULL OR NOT EXISTS (SELECT 1 FROM payment_spend s WHERE s.chain_id = $1 AND s.spend = t.spend))
         -- What the record has is about to be told to the store, unless somebody has passed it by.
         AND NOT EXISTS (SELECT 1 FROM lost_payment l WHERE l.chain_id = $1 AND NOT l.is_passed
                            AND (l.txid = t.txid OR t.txid IS NULL AND l.payment -> 'spends' ? t.spend))
          ON CONFLICT (chain_id, spend) DO UPDATE
         SET txid = excluded.txid,
             height = CASE WHEN known.txid = excluded.txid THEN coalesce(excluded.height, known.height) ELSE excluded.height END,
             settled_at = CASE WHEN known.txid = excluded.txid THEN known.settled_at ELSE 0 END
       WHERE known.txid IS DISTINCT FROM excluded.txid AND excluded.txid IS NOT NULL OR known.height <> excluded.height
          OR known.height IS NULL AND excluded.height IS NOT NULL
      RETURNING spend, txid, height, settled_at`,
    values: [
      chain.id,
      spends.map(({ spend }) => spend),
      spends.map(({ txid }) => txid),
      spends.map(({ height }) => height),
      at,
    ],
  });
  const noted = rows as (UnknownSpend & { settled_at: number })[];
  const open = noted.filter(({ settled_at }) => settled_at === 0);
  // A reorganisation brings back coins that somebody else had spent, and another block spends them as before.
  const decided = noted.filter(({ settled_at, height }) => settled_at !== 0 && height !== null);
  if (decided.length > 0) await forgetUsed(client, chain, decided);
  if (open.length > 0) await haltChain(client, chain, open, at);
  return open.map(({ spend, txid, height }) => ({ spend, txid, height }));
}

/** Coins that others have spent are not ours any more; nor is what lay on an address of ours from which they paid. */
export async function forgetUsed(
  client: Queryable,
  chain: Chain,
  spends: readonly UnknownSpend[],
): Promise<void> {
  const mined = spends.filter(({ height }) => height !== null);
  await client.query(
    `DELETE FROM coin c USING unnest($2::text[], $3::bigint[]) AS t (spend, height)
      WHERE c.chain_id = $1 AND (c.spend = t.spend
         OR c.address = split_part(translate(t.spend, '@', '#'), '#', 1) AND c.height <= t.height AND t.spend ~ '[#@]')`,
    [chain.id, mined.map(({ spend }) => spend), mined.map(({ height }) => height)],
  );
}

/** The transactions of a block that is gone may wait again, or be gone with it. */
export async function undoUnknown(client: Queryable, chain: Chain, height: number): Promise<void> {
  await client.query({
    name: 'undo-unknown-spends',
    text: 'UPDATE unknown_spend SET height = NULL WHERE chain_id = $1 AND height = $2',
    values: [chain.id, height],
  });
}

/** Nothing is paid out in any asset of the chain until an operator has decided what these were. */
async function haltChain(
  client: Queryable,
  chain: Chain,
  spends: readonly UnknownSpend[],
  at: number,
): Promise<void> {
  const held = await balancesOf(client, 'wallet');
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM asset WHERE chain_id = $1 ORDER BY id',
    [chain.id],
  );
  await client.query({
    name: 'halt-chain',
    text: `
      INSERT INTO halt (asset_id, ledger_units, wallet_units, since, reason, cause)
      SELECT id, units, units, $3, 'unknown spend', $4 FROM unnest($1::int[], $2::numeric[]) AS t (id, units)
          ON CONFLICT (asset_id) DO UPDATE SET reason = excluded.reason, cause = excluded.cause`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ id }) => String(held.get(id) ?? 0n)),
      at,
      describeSpends(spends),
    ],
  });
}

/** For an operator: the first, and how many more. */
export function describeSpends(spends: readonly UnknownSpend[]): string {
  const [first, ...others] = spends;
  if (first === undefined) return '';
  const { spend, txid, height } = first;
  const by = txid === null ? 'a transaction that nobody could name' : `transaction ${txid}`;
  const where = height === null ? 'not in a block yet' : `in block ${height}`;
  const more = others.length === 0 ? '' : `; and ${others.length} more`;
  return `${spend} was used up by ${by}, ${where}, which the store does not know${more}`;
}

/**
 * SQL about an unknown spend `u`: nobody has decided about it, and its transaction has not become a payment of ours since,
 * nor is it one that the record has and the store is about to be told of.
 */
export const IS_OPEN = `
  u.settled_at = 0
  AND NOT EXISTS (SELECT 1 FROM attempt p WHERE p.chain_id = u.chain_id AND p.txid = u.txid)
  AND NOT (u.txid IS NULL AND EXISTS (
           SELECT 1 FROM payment_spend s WHERE s.chain_id = u.chain_id AND s.spend = u.spend))
  AND NOT EXISTS (SELECT 1 FROM lost_payment l WHERE l.chain_id = u.chain_id
                     AND (l.txid = u.txid OR u.txid IS NULL AND l.payment -> 'spends' ? u.spend))`;

/** What nobody has decided about yet, oldest first. */
export async function openUnknown(client: Queryable, chainId: number): Promise<UnknownSpend[]> {
  const { rows } = await client.query<UnknownSpend>({
    name: 'open-unknown-spends',
    text: `
      SELECT u.spend, u.txid, u.height FROM unknown_spend u
       WHERE u.chain_id = $1 AND ${IS_OPEN} ORDER BY u.found_at, u.height, u.spend`,
    values: [chainId],
  });
  return rows;
}

/**
 * Nonces of an account below this one were used before the store knew of it: by an earlier desk with the same seed. To be
 * called when a chain is followed for the first time.
 */
export async function noteEarlierNonces(
  client: Queryable,
  chain: Chain,
  source: string,
  next: number,
  at: number,
): Promise<void> {
  if (next === 0) return;
  await client.query(
    `INSERT INTO unknown_spend (chain_id, spend, source, nonce, found_at, settled_at)
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING`,
    [chain.id, `${source}#${next - 1}`, source, next - 1, at],
  );
}

/**
 * An operator has decided what a transaction was that used up something of ours; `unknown`: those that nobody could name.
 * Whoever was to be paid anew from a coin of a cancel that it used up, in a block, need not be any more: the cancel lies below.
 */
export async function settleUnknown(
  client: Queryable,
  chainId: number,
  txid: string | null,
  at: number,
): Promise<void> {
  await client.query({
    name: 'settle-unknown-spends',
    text: `
      WITH settled AS (
        UPDATE unknown_spend SET settled_at = $3
         WHERE chain_id = $1 AND settled_at = 0 AND coalesce(txid, 'unknown') = $2 RETURNING spend, height
      )
      ${NEED_NOT_SPEND}`,
    values: [chainId, txid, at],
  });
}
