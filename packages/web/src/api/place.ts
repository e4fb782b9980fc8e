import type { PlacedOrder } from '@swapdesk/contract';
import { type Decimal, formatQueryCode } from '@swapdesk/contract/plain';
import { post } from './call.ts';
import type { ManagedOrder } from './order.ts';
import type { Exchange } from './quote.ts';

/** An order as a shopper wants it. */
export interface Wanted extends Exchange {
  readonly quantity: Decimal;
  readonly calcId: string | null;
  /** One for each entry. */
  readonly addresses: readonly string[];
  readonly refundAddress: string;
  readonly refCode: string | null;
  /** What whoever is paid calls it. */
  readonly reference: string | null;
}

/** Whoever has pressed waits for nothing else. It can be asked again, since the key says that it is the same. */
const PATIENCE_MS = 10_000;
/** Of what makes the id of an order its own. */
const ID_LENGTH = 8;

/** Places an order. Sent again with the same key, it answers with the same order. */
export async function placeOrder(wanted: Wanted, idempotencyKey: string): Promise<ManagedOrder> {
  const { mode, from, entries, addresses, quantity, calcId, refundAddress, refCode, reference } = wanted;
  const body = {
    exchange_mode: mode,
    from_chain: from.chain,
    from_abbr: from.abbr,
    from_quantity: quantity,
    calc_id: calcId ?? undefined,
    to_address: entries.map(({ asset, share }, n) => ({
      to_chain: asset.chain,
      to_abbr: asset.abbr,
      to_ratio: share,
      to_address: addresses[n] ?? '',
    })),
    refund_address: refundAddress === '' ? undefined : refundAddress,
    ref_code: refCode ?? undefined,
    // An order has an id of its own, and one bill may take a second order where the first was never paid.
    client_order_id: reference === null ? undefined : `${reference}/${idempotencyKey.slice(0, ID_LENGTH)}`,
  };
  const headers = { 'idempotency-key': idempotencyKey };
  const placed = await post('/openapi/order/place', body, { headers, patienceMs: PATIENCE_MS });
  const { query_code, manage_code = '' } = placed as Pick<PlacedOrder, 'query_code' | 'manage_code'>;
  return { code: formatQueryCode(query_code), manageCode: manage_code };
}
