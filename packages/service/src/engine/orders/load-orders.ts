import { ORDER_STATUS } from '@swapdesk/contract';
import type { Agreement, ArrivedDeposit } from '../../orders/decide.ts';
import type { Order } from '../../orders/order.ts';
import { EXCHANGED_BEFORE, GIVEN_BACK_BEFORE, PAID_BEFORE } from '../../orders/paid-before.ts';
import { type OrderRow, orderColumns, toOrder } from '../../orders/read-orders.ts';
import { PAYOUT, payoutIsNot } from '../../payouts/life.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';

/** An order with all that the engine decides by. */
export interface OpenOrder extends Order, Agreement {
  readonly onMismatch: 'ask' | 'exchange' | 'refund';
  readonly refundAddress: string | null;
  readonly refundMemo: string | null;
  readonly resolution: 'exchange' | 'refund' | null;
  /** Up to when all that happened on its chain is known. */
  readonly knownUntil: number;
  /** True once its outputs are written: then it was accepted, whatever has happened since. */
  readonly hasOutputs: boolean;
  /** It was exchanged, and the store has forgotten it. */
  readonly wasExchanged: boolean;
  /** All its outputs were paid by then. */
  readonly wasPaid: boolean;
  readonly deposits: readonly OpenDeposit[];
  /** What is reserved for it, by asset. */
  readonly reserved: ReadonlyMap<number, bigint>;
}

export interface OpenDeposit extends ArrivedDeposit {
  readonly chainId: number;
  readonly sources: readonly string[];
  /** It was given back, and the store has forgotten it. */
  readonly wasGivenBack: boolean;
  /** Screening has stopped it: it is kept apart. */
  readonly isQuarantined: boolean;
}

type DepositRow = [
  id: number,
  assetId: number,
  units: string,
  state: ArrivedDeposit['state'],
  seenAt: number,
  minedAt: number,
  confirmedAt: number,
  isUsed: boolean,
  chainId: number,
  sources: string[],
  wasGivenBack: boolean,
  isQuarantined: boolean,
];

interface Row extends OrderRow {
  min_units: string;
  max_units: string;
  tolerance_units: string;
  known_until: number;
  on_mismatch: OpenOrder['onMismatch'];
  refund_address: string | null;
  refund_memo: string | null;
  resolution: OpenOrder['resolution'];
  has_outputs: boolean;
  was_exchanged: boolean;
  was_paid: boolean;
  deposits: DepositRow[] | null;
  reserved: [assetId: number, units: string][] | null;
}

/**
 * Orders with their deposits. For update: nobody else changes either before the transaction ends. Deposits are locked
 * first, as whoever follows a chain does, and all is read afterwards, when it can no longer change.
 */
export async function loadOrders(
  client: Queryable,
  ids: readonly number[],
  forUpdate: boolean,
): Promise<OpenOrder[]> {
  if (ids.length === 0) return [];
  if (forUpdate) {
    await client.query({
      name: 'lock-deposits',
      text: 'SELECT 1 FROM deposit WHERE order_id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE',
      values: [ids],
    });
    await client.query({
      name: 'lock-orders',
      text: 'SELECT 1 FROM orders WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
      values: [ids],
    });
  }
  const { rows } = await client.query<Row>({
    name: 'load-open-orders',
    text: `
      SELECT ${orderColumns('o')}, o.min_units, o.max_units, o.tolerance_units, o.on_mismatch, o.refund_address,
             o.refund_memo, o.resolution,
             coalesce((SELECT k.until FROM asset a JOIN chain_known k USING (chain_id) WHERE a.id = o.asset_id), 0) AS known_until,
             EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${isFor('p', REASON.output)} AND ${payoutIsNot('p', PAYOUT.refunded)}) AS has_outputs,
             ${EXCHANGED_BEFORE} AS was_exchanged, ${PAID_BEFORE} AS was_paid,
             (SELECT json_agg(json_build_array(d.id, d.asset_id, d.units::text, d.state, d.seen_at, d.mined_at,
                                               d.confirmed_at, d.use IS NOT NULL, d.chain_id, d.sources,
                                               ${GIVEN_BACK_BEFORE}, d.quarantined_at > 0) ORDER BY d.id)
                FROM deposit d WHERE d.order_id = o.id) AS deposits,
             (SELECT json_agg(json_build_array(r.asset_id, r.units::text)) FROM reservation r WHERE r.order_id = o.id) AS reserved
        FROM orders o WHERE o.id = ANY ($1::bigint[]) ORDER BY o.id`,
    values: [ids],
  });
  return rows.map((row) => ({
    ...toOrder(row),
    isShort:
      row.status === ORDER_STATUS.frozen &&
      row.freeze_reason === 'LESS' &&
      row.resolution === null &&
      row.mode === 'fixed',
    minUnits: BigInt(row.min_units),
    maxUnits: BigInt(row.max_units),
    toleranceUnits: BigInt(row.tolerance_units),
    knownUntil: row.known_until,
    onMismatch: row.on_mismatch,
    refundAddress: row.refund_address,
    refundMemo: row.refund_memo,
    resolution: row.resolution,
    hasOutputs: row.has_outputs,
    wasExchanged: row.was_exchanged,
    wasPaid: row.was_paid,
    deposits: (row.deposits ?? []).map(toDeposit),
    reserved: new Map((row.reserved ?? []).map(([assetId, units]) => [assetId, BigInt(units)])),
  }));
}

function toDeposit(row: DepositRow): OpenDeposit {
  const [id, assetId, units, state, seenAt, minedAt, confirmedAt, isUsed, chainId, sources, ...is] = row;
  const [wasGivenBack, isQuarantined] = is;
  const times = { seenAt, minedAt, confirmedAt };
  const whose = { chainId, sources, wasGivenBack, isQuarantined };
  return { id, assetId, units: BigInt(units), state, ...times, isUsed, ...whose };
}

/** All that these orders are paid out in. */
export function payoutAssets(orders: readonly OpenOrder[]): number[] {
  return [...new Set(orders.flatMap(({ entries }) => entries.map(({ assetId }) => assetId)))];
}

/** The time by which an order is judged: what its chain did later is not known yet, though it may have happened. */
export function judgedAt({ knownUntil }: OpenOrder, now: number): number {
  return Math.min(knownUntil, now);
}
