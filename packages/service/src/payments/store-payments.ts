import type {
  AccountNonce,
  Chain,
  ExpiringPayment,
  Gathered,
  PayingAccount,
  PaymentRequest,
  SignedPayment,
  Transaction,
} from '../chains/chain.ts';
import { literal } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { ATTEMPT_CHANGES, attemptIs, isFirst, type OwnPurpose, PURPOSE, UNMINED } from './life.ts';

/** A payment whose first attempt is signed but not stored yet. */
export interface NewPayment {
  /** With what it takes from its account, where it has one. */
  readonly request: PaymentRequest & Partial<AccountNonce> & { readonly gathers?: readonly Gathered[] };
  readonly signed: SignedPayment | ExpiringPayment;
  /** What it is for, if it carries no payouts but moves something between addresses of ours. */
  readonly ownTransfer?: OwnTransfer;
}

export interface OwnTransfer {
  readonly purpose: OwnPurpose;
  /** Coins that it brings in: they are not brought in twice. */
  readonly coins: readonly string[];
}

const SIGNED = literal(ATTEMPT_CHANGES.signed.to);

/**
 * Stores payments with the bytes of their first attempts and all that they use up. Nothing is used twice: the store refuses it.
 * Payments and attempts share their numbers, so that a number names one payment: the first attempt has its payment's. Returns
 * the payments by their transactions.
 */
export async function storePayments(
  client: Queryable,
  chain: Chain,
  payments: readonly NewPayment[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  const moved = payments.map(({ request, ownTransfer }) =>
    ownTransfer === undefined ? null : request.payees[0],
  );
  const { rows } = await client.query<{ payment_id: number; txid: string }>({
    name: 'store-payments',
    text: `
      WITH given AS MATERIALIZED (
        SELECT nextval('payment_number') AS id, t.*
          FROM unnest($3::text[], $4::bytea[], $5::text[], $6::numeric[], $7::numeric[], $8::text[], $9::bigint[],
                      $10::text[], $11::text[], $12::int[], $13::numeric[], $14::bigint[])
                 AS t (txid, bytes, sources, fee_units, fee_rate, source, nonce, purpose, payee, asset_id, units, expires_at)
      ), paid AS (
        INSERT INTO payment (id, chain_id, purpose, source, nonce, payee, asset_id, units)
        SELECT id, $1, purpose, source, nonce, payee, asset_id, units FROM given
      )
      INSERT INTO attempt (id, payment_id, number, chain_id, state, signed_at, txid, bytes, sources, fee_units, fee_rate, expires_at)
      SELECT id, id, 1, $1, ${SIGNED}, $2, txid, bytes, ARRAY (SELECT json_array_elements_text(sources::json)), fee_units, fee_rate,
             expires_at
        FROM given
      RETURNING payment_id, txid`,
    values: [
      chain.id,
      at,
      payments.map(({ signed }) => signed.txid),
      payments.map(({ signed }) => Buffer.from(signed.bytes)),
      payments.map(({ signed }) => JSON.stringify(signed.sources)),
      payments.map(({ signed }) => String(signed.feeUnits)),
      payments.map(({ request }) => String(request.feeRate)),
      payments.map(({ request }) => request.source ?? null),
      payments.map(({ request }) => request.nonce ?? null),
      payments.map(({ ownTransfer }) => ownTransfer?.purpose ?? PURPOSE.payouts),
      moved.map((payee) => payee?.address ?? null),
      moved.map((payee) => payee?.assetId ?? null),
      moved.map((payee) => payee?.units.toString() ?? null),
      payments.map(({ signed }) => ('expiresAt' in signed ? signed.expiresAt : null)),
    ],
  });
  const stored = new Map(rows.map(({ payment_id, txid }) => [txid, payment_id]));
  const spends = payments.flatMap(({ signed, ownTransfer }) =>
    [...signed.spends, ...(ownTransfer?.coins ?? [])].map((spend) => ({
      spend,
      id: stored.get(signed.txid),
    })),
  );
  await client.query({
    name: 'store-spends',
    text: `
      INSERT INTO payment_spend (chain_id, spend, payment_id)
      SELECT $1, t.spend, t.id FROM unnest($2::text[], $3::bigint[]) AS t (spend, id)`,
    values: [chain.id, spends.map(({ spend }) => spend), spends.map(({ id }) => id)],
  });
  await storeGathered(client, chain, payments, stored);
  return stored;
}

/** From where else sweeps bring in. */
async function storeGathered(
  client: Queryable,
  chain: Chain,
  payments: readonly NewPayment[],
  stored: ReadonlyMap<string, number>,
): Promise<void> {
  const gathered = payments.flatMap(({ request: { gathers = [] }, signed }) =>
    gathers.map(({ source, units }) => ({ id: stored.get(signed.txid), source, units })),
  );
  if (gathered.length === 0) return;
  await client.query({
    name: 'store-gathered',
    text: `
      INSERT INTO gathered (payment_id, chain_id, source, units)
      SELECT t.id, $1, t.source, t.units FROM unnest($2::bigint[], $3::text[], $4::numeric[]) AS t (id, source, units)`,
    values: [
      chain.id,
      gathered.map(({ id }) => id),
      gathered.map(({ source }) => source),
      gathered.map(({ units }) => String(units)),
    ],
  });
}

/** An attempt that is signed, and whether it takes its payment back instead of making it. */
export interface NewAttempt {
  readonly request: Pick<PaymentRequest, 'feeRate'>;
  readonly signed: SignedPayment;
  readonly isCancel: boolean;
}

/** SQL: the next number of an attempt of payment `p`. */
const NEXT = '(SELECT max(f.number) + 1 FROM attempt f WHERE f.payment_id = p.id)';

/** Stores another attempt of a payment; nothing if a block has the first. */
export async function storeAttempt(
  client: Queryable,
  chain: Chain,
  paymentId: number,
  { request, signed, isCancel }: NewAttempt,
  at: number,
): Promise<void> {
  await client.query({
    name: 'store-attempt',
    text: `
      WITH p AS (
        UPDATE payment p SET replace_tried_at = 0, replace_tries = 0 FROM attempt a
         WHERE p.id = $8 AND a.payment_id = p.id AND ${isFirst('a')} AND ${attemptIs('a', ...UNMINED)} RETURNING p.id
      )
      INSERT INTO attempt (id, payment_id, number, chain_id, txid, bytes, sources, fee_units, fee_rate, state, signed_at, is_cancel)
      SELECT nextval('payment_number'), p.id, ${NEXT}, $1, $2, $3, $4, $5, $6, ${SIGNED}, $7, $9 FROM p`,
    values: [
      chain.id,
      signed.txid,
      signed.bytes,
      signed.sources,
      String(signed.feeUnits),
      String(request.feeRate),
      at,
      paymentId,
      isCancel,
    ],
  });
}

/** A transaction of the chain that is ours, as an operator says, and what it cost. */
export interface FoundTransaction {
  readonly transaction: Pick<Transaction, 'txid' | 'spends' | 'sources'>;
  readonly feeUnits: bigint;
  /** The account of ours that it took from, and which nonce, where chains have these. */
  readonly account: (PayingAccount & Partial<AccountNonce>) | null;
}

/**
 * Stores it as an attempt of a payment, or as a payment of its own. Nobody has its bytes: should its block be undone, whoever
 * has them sends it. Returns the payment.
 */
export async function storeFound(
  client: Queryable,
  chain: Chain,
  paymentId: number | null,
  { transaction: { txid, spends, sources }, feeUnits, account }: FoundTransaction,
  at: number,
): Promise<number> {
  const { rows } = await client.query<{ payment_id: number }>(
    `WITH number AS MATERIALIZED (SELECT nextval('payment_number') AS id), added AS (
       INSERT INTO payment (id, chain_id, purpose, source, nonce)
       SELECT id, $1, ${literal(PURPOSE.payouts)}, $6, $7 FROM number WHERE $8::bigint IS NULL RETURNING id
     ), p AS (SELECT id FROM added UNION ALL SELECT $8::bigint WHERE $8::bigint IS NOT NULL)
     INSERT INTO attempt (id, payment_id, number, chain_id, state, signed_at, sent_at, tries, txid, sources, fee_units, fee_rate)
     SELECT number.id, p.id, coalesce(${NEXT}, 1), $1, ${literal(ATTEMPT_CHANGES['found in the chain'].to)}, $2, $2, 1, $3, $4, $5, 0
       FROM number, p RETURNING payment_id`,
    [
      chain.id,
      at,
      txid,
      sources,
      String(feeUnits),
      account?.source ?? null,
      account?.nonce ?? null,
      paymentId,
    ],
  );
  const { payment_id: id } = rows[0] as { payment_id: number };
  if (paymentId === null) {
    await client.query(
      'INSERT INTO payment_spend (chain_id, spend, payment_id) SELECT $1, spend, $3 FROM unnest($2::text[]) AS spend',
      [chain.id, spends, id],
    );
  }
  return id;
}
