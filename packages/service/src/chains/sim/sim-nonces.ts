import { createHash } from 'node:crypto';
import type { Queryable } from '../../store/database.ts';

/** The nonce accounts of a test network: what each holds is made of the transaction that has used or opened it last, and its block. */

/** As of a height; null: as of the newest block. */
export async function nonceValues(
  client: Queryable,
  chainId: number,
  accounts: readonly string[],
  upTo: number | null,
): Promise<(string | null)[]> {
  const { rows } = await client.query<{ account: string; used: string }>({
    name: 'sim-nonce-values',
    text: `
      SELECT DISTINCT ON (m.address) m.address AS account, t.height || ' ' || t.txid AS used
        FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state = 'mined'
       WHERE m.chain_id = $1 AND m.address = ANY ($2::text[]) AND ($3::bigint IS NULL OR t.height <= $3)
       ORDER BY m.address, t.height DESC, t.seq DESC`,
    values: [chainId, accounts, upTo],
  });
  const held = new Map(rows.map(({ account, used }) => [account, heldAfter(account, used)]));
  return accounts.map((account) => held.get(account) ?? null);
}

/** With what waits: it will have used up what an account holds now. */
export async function nonceValuesWaiting(
  client: Queryable,
  chainId: number,
  accounts: readonly string[],
): Promise<(string | null)[]> {
  const values = await nonceValues(client, chainId, accounts, null);
  const spends = accounts.map((account, n) => `${account}=${values[n]}`);
  const { rows } = await client.query<{ txid: string; spends: string[] }>({
    name: 'sim-nonces-waiting',
    text: "SELECT txid, spends FROM sim_tx WHERE chain_id = $1 AND state = 'waiting' AND spends && $2::text[]",
    values: [chainId, spends],
  });
  return accounts.map((account, n) => {
    const user = rows.find((row) => row.spends.includes(spends[n] as string));
    return user === undefined ? (values[n] ?? null) : heldAfter(account, user.txid);
  });
}

/** Those of some that wait, but for what names a value that its nonce account does not hold. */
export async function withoutStale<Waiting extends { readonly spends: readonly string[] }>(
  client: Queryable,
  chainId: number,
  waiting: readonly Waiting[],
): Promise<Waiting[]> {
  const named = waiting.flatMap(({ spends }) => spends.filter((spend) => spend.includes('=')));
  if (named.length === 0) return [...waiting];
  const accounts = named.map((spend) => spend.split('=')[0] as string);
  const values = await nonceValues(client, chainId, accounts, null);
  const held = new Set(accounts.map((account, n) => `${account}=${values[n]}`));
  return waiting.filter(({ spends }) => spends.every((spend) => !spend.includes('=') || held.has(spend)));
}

function heldAfter(account: string, used: string): string {
  return createHash('sha256').update(`${account} ${used}`).digest('hex').slice(0, 44);
}
