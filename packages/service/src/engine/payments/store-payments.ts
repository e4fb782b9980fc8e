import type { Chain, PaymentRequest, SignedPayment } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';

/** A payment that is signed but not stored yet. */
export interface NewPayment {
  readonly request: PaymentRequest;
  readonly signed: SignedPayment;
  /** What it is for, if it carries no payouts but moves something between addresses of ours. */
  readonly errand?: Errand;
}

export interface Errand {
  readonly purpose: 'sweep' | 'fuel' | 'filler' | 'help';
  /** Coins that it brings in: they are not brought in twice. */
  readonly coins: readonly string[];
}

/**
 * Stores the bytes of payments with all that they use up. Nothing is used twice: the store refuses it. Returns the payments by
 * their transactions.
 */
export async function storePayments(
  client: Queryable,
  chain: Chain,
  payments: readonly NewPayment[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  const moved = payments.map(({ request, errand }) => (errand === undefined ? null : request.payees[0]));
  const { rows } = await client.query<{ id: number; txid: string }>({
    name: 'store-payments',
    text: `
      INSERT INTO payment (chain_id, state, signed_at, txid, bytes, sources, fee_units, fee_rate, source, nonce,
                           purpose, payee, asset_id, units)
      SELECT $1, 'signed', $2, txid, bytes, ARRAY (SELECT json_array_elements_text(sources::json)), fee_units, fee_rate,
             source, nonce, purpose, payee, asset_id, units
        FROM unnest($3::text[], $4::bytea[], $5::text[], $6::numeric[], $7::numeric[], $8::text[], $9::bigint[],
                    $10::text[], $11::text[], $12::int[], $13::numeric[])
             WITH ORDINALITY AS t (txid, bytes, sources, fee_units, fee_rate, source, nonce,
                                   purpose, payee, asset_id, units, ordinal)
       ORDER BY ordinal RETURNING id, txid`,
    values: [
      chain.id,
      at,
      payments.map(({ signed }) => signed.txid),
      payments.map(({ signed }) => Buffer.from(signed.bytes)),
      payments.map(({ signed }) => JSON.stringify(signed.sources)),
      payments.map(({ signed }) => String(signed.feeUnits)),
      payments.map(({ request }) => String(request.feeRate)),
      payments.map(({ request }) => request.source),
      payments.map(({ request }) => request.nonce),
      payments.map(({ errand }) => errand?.purpose ?? 'payouts'),
      moved.map((payee) => payee?.address ?? null),
      moved.map((payee) => payee?.assetId ?? null),
      moved.map((payee) => payee?.units.toString() ?? null),
    ],
  });
  const spends = payments.flatMap(({ signed, errand }) =>
    [...signed.spends, ...(errand?.coins ?? [])].map((spend) => ({ spend, txid: signed.txid })),
  );
  await client.query({
    name: 'store-spends',
    text: `
      INSERT INTO payment_spend (chain_id, spend, payment_id)
      SELECT $1, t.spend, p.id FROM unnest($2::text[], $3::text[]) AS t (spend, txid)
        JOIN payment p ON p.chain_id = $1 AND p.txid = t.txid`,
    values: [chain.id, spends.map(({ spend }) => spend), spends.map(({ txid }) => txid)],
  });
  return new Map(rows.map(({ id, txid }) => [txid, id]));
}

/** Which payment is replaced, by the first of those that replace one another, and what the new one is for. */
export interface Replaced {
  readonly firstId: number;
  readonly purpose: string;
}

/** Stores a payment that spends what others spend already; nothing if a block has one of them. */
export async function storeReplacement(
  client: Queryable,
  chain: Chain,
  { request, signed }: NewPayment,
  { firstId, purpose }: Replaced,
  at: number,
): Promise<void> {
  const moved = purpose === 'payouts' ? null : request.payees[0];
  await client.query({
    name: 'store-replacement',
    text: `
      WITH first AS (
        UPDATE payment SET tried_at = 0, tries = 0 WHERE id = $8 AND state IN ('signed', 'sent') RETURNING id, source, nonce
      )
      INSERT INTO payment (chain_id, txid, bytes, sources, fee_units, fee_rate, state, signed_at, replaces,
                           source, nonce, purpose, payee, asset_id, units)
      SELECT $1, $2, $3, $4, $5, $6, 'signed', $7, first.id, source, nonce, $9, $10, $11, $12 FROM first`,
    values: [
      chain.id,
      signed.txid,
      signed.bytes,
      signed.sources,
      String(signed.feeUnits),
      String(request.feeRate),
      at,
      firstId,
      purpose,
      moved?.address ?? null,
      moved?.assetId ?? null,
      moved?.units.toString() ?? null,
    ],
  });
}
