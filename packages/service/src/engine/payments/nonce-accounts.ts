import type { DurableChain, DurableNonce } from '../../chains/chain.ts';
import { durableSpend, MOST_NONCE_ACCOUNTS } from '../../chains/durable.ts';
import { ATTEMPT, attemptIs, isPaymentFor, OPEN, PURPOSE } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';
import type { KnownNonce } from './judge-nonce.ts';

/** The nonce accounts of a treasury, as the store knows them. */

export interface NonceAccount extends KnownNonce {
  readonly number: number;
  readonly account: string;
}

/** Derives all that there ever are. Returns what notes them. */
export async function deriveNonceAccounts(
  chain: DurableChain,
): Promise<(client: Queryable) => Promise<void>> {
  const numbers = Array.from({ length: MOST_NONCE_ACCOUNTS }, (_, number) => number);
  const addresses = await Promise.all(numbers.map((number) => chain.nonceAccount(number)));
  return async (client) => {
    await client.query({
      name: 'note-nonce-accounts',
      text: `
        INSERT INTO nonce_account (chain_id, number, address) SELECT $1, t.number, t.address
          FROM unnest($2::int[], $3::text[]) AS t (number, address) ON CONFLICT DO NOTHING`,
      values: [chain.id, numbers, addresses],
    });
  };
}

/** All, with what became of the value that each holds. */
export async function readNonceAccounts(client: Queryable, chainId: number): Promise<NonceAccount[]> {
  const { rows } = await client.query<NonceAccount>({
    name: 'read-nonce-accounts',
    text: `
      SELECT n.number, n.address AS account, n.value,
             CASE WHEN s.payment_id IS NULL AND u.spend IS NULL THEN 'none'
                  WHEN s.payment_id IS NULL OR EXISTS (
                       SELECT 1 FROM attempt a WHERE a.payment_id = s.payment_id AND ${attemptIs('a', ATTEMPT.confirmed)}) THEN 'used up'
                  ELSE 'under way' END AS use
        FROM nonce_account n
        LEFT JOIN payment_spend s ON s.chain_id = n.chain_id AND s.spend = n.address || '=' || n.value
        LEFT JOIN unknown_spend u ON u.chain_id = n.chain_id AND u.spend = n.address || '=' || n.value AND u.settled_at > 0
       WHERE n.chain_id = $1 ORDER BY n.number`,
    values: [chainId],
  });
  return rows;
}

/** Those of some values that payments of ours name, or that an operator has decided were used up by others. */
export async function usedAmong(
  client: Queryable,
  chainId: number,
  nonces: readonly Pick<DurableNonce, 'account' | 'value'>[],
): Promise<{ readonly named: ReadonlySet<string>; readonly settled: ReadonlySet<string> }> {
  const { rows } = await client.query<{ spend: string; is_named: boolean }>({
    name: 'used-nonces',
    text: `
      SELECT spend, true AS is_named FROM payment_spend WHERE chain_id = $1 AND spend = ANY ($2::text[])
       UNION ALL
      SELECT spend, false FROM unknown_spend WHERE chain_id = $1 AND spend = ANY ($2::text[]) AND settled_at > 0`,
    values: [chainId, nonces.map(durableSpend)],
  });
  const those = (isNamed: boolean) =>
    new Set(rows.filter(({ is_named }) => is_named === isNamed).map(({ spend }) => spend));
  return { named: those(true), settled: those(false) };
}

/** What accounts hold now; unless somebody has used meanwhile what they held. */
export async function learnValues(
  client: Queryable,
  chainId: number,
  learned: readonly { readonly known: NonceAccount; readonly holds: string }[],
): Promise<void> {
  await client.query({
    name: 'learn-nonces',
    text: `
      UPDATE nonce_account n SET value = t.holds
        FROM unnest($2::int[], $3::text[], $4::text[]) AS t (number, value, holds)
       WHERE n.chain_id = $1 AND n.number = t.number AND n.value IS NOT DISTINCT FROM t.value`,
    values: [
      chainId,
      learned.map(({ known }) => known.number),
      learned.map(({ known }) => known.value),
      learned.map(({ holds }) => holds),
    ],
  });
}

/** The nonce account and the value that a payment names; null if it names none. */
export async function nonceOf(
  client: Queryable,
  chainId: number,
  paymentId: number,
): Promise<DurableNonce | null> {
  const { rows } = await client.query<DurableNonce>({
    name: 'nonce-of-payment',
    text: `
      SELECT n.number, n.address AS account, split_part(s.spend, '=', 2) AS value
        FROM payment_spend s JOIN nonce_account n ON n.chain_id = s.chain_id AND n.address = split_part(s.spend, '=', 1)
       WHERE s.chain_id = $1 AND s.payment_id = $2`,
    values: [chainId, paymentId],
  });
  return rows[0] ?? null;
}

/** Whether some are being opened, or were and the chain does not show them yet. */
export async function areBeingOpened(client: Queryable, chainId: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'nonces-being-opened',
    text: `
      SELECT 1 FROM payment p JOIN attempt a ON a.payment_id = p.id
       WHERE p.chain_id = $1 AND ${isPaymentFor('p', PURPOSE.opening)}
         AND (${attemptIs('a', ...OPEN)} OR ${attemptIs('a', ATTEMPT.confirmed)} AND NOT a.is_failed AND EXISTS (
              SELECT 1 FROM nonce_account n WHERE n.chain_id = $1 AND n.address = p.payee AND n.value IS NULL))
       LIMIT 1`,
    values: [chainId],
  });
  return rowCount !== 0;
}
