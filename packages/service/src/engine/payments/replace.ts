import type { Payee } from '../../chains/chain.ts';
import { isPaymentFor, PURPOSE } from '../../payments/life.ts';
import type { NewPayment } from '../../payments/store-payments.ts';
import type { Queryable } from '../../store/database.ts';
import type { StuckPayment } from './stuck-payments.ts';

/**
 * How a payment is replaced: it looks what another attempt has to spend, so that at most one is ever mined. Says why there
 * can be none now, or gives what signs it at a rate; null from that: what it brings in is not worth the fee.
 */
export type Replace = (
  stuck: StuckPayment,
) => Promise<string | ((feeRate: bigint) => Promise<Replacement | null>)>;

export interface Replacement extends NewPayment {
  /** True if it gives the payment up, though nobody has asked for that: it cannot be made any more as it is. */
  readonly givesUp?: boolean;
}

export interface StuckPayee extends Payee {
  /** True if the fee is taken from what it gets: a sweep of the chain's own coin brings what is there; what only uses up its nonce brings nothing. */
  readonly paysFee: boolean;
}

/** Whom a payment was to pay. */
export async function payeesOf(client: Queryable, paymentId: number): Promise<StuckPayee[]> {
  const { rows } = await client.query<{
    address: string;
    memo: string | null;
    asset_id: number;
    units: string;
    pays_fee: boolean;
    name: string | null;
  }>({
    name: 'payees-of-payment',
    text: `
      SELECT * FROM (
        SELECT address, memo, asset_id, units::text, false AS pays_fee, payout_name(p) AS name
          FROM payout p WHERE payment_id = $1 ORDER BY id) AS o
      UNION ALL
      SELECT p.payee, NULL, p.asset_id, p.units::text,
             ${isPaymentFor('p', PURPOSE.sweep)} AND p.payee <> p.source AND EXISTS (
               SELECT 1 FROM asset a JOIN chain c ON c.id = a.chain_id AND c.native_abbr = a.abbr WHERE a.id = p.asset_id),
             NULL
        FROM payment p WHERE p.id = $1 AND p.payee IS NOT NULL`,
    values: [paymentId],
  });
  return rows.map(({ address, memo, asset_id, units, pays_fee, name }) => ({
    address,
    memo,
    assetId: asset_id,
    units: BigInt(units),
    paysFee: pays_fee,
    ...(name !== null && { payout: name }),
  }));
}
