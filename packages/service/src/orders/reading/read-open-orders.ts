import { ORDER_STATUS } from '@swapdesk/contract';
import { PAYOUT, payoutIsNot } from '../../payouts/life.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import { LIMITS } from '../bound-by-limits.ts';
import type { Agreement, ArrivedDeposit } from '../decide.ts';
import type { OnMismatch, Order } from '../order.ts';
import { EXCHANGED_BEFORE, GIVEN_BACK_BEFORE, PAID_BEFORE } from '../paid-before.ts';
import {
  columns,
  type DepositColumns,
  type OrderColumns,
  type RowOf,
  type ValuesOf,
  values,
  type Width,
} from './columns.ts';
import { type OrderRow, orderColumns } from './order-row.ts';
import { toOrder } from './read-orders.ts';

/** An order with all that the engine decides by. */
export interface OpenOrder extends Order, Agreement {
  readonly onMismatch: OnMismatch;
  readonly refundMemo: string | null;
  /** An operator has decided that limits do not bind it. */
  readonly isUnlimited: boolean;
  /** When a client or an operator decided about it; 0: nobody has. */
  readonly resolvedAt: number;
  /** So much beyond what was agreed has been counted for a day. */
  readonly countedUnits: bigint;
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

const AGREED = [
  'min_units',
  'max_units',
  'tolerance_units',
  'on_mismatch',
  'refund_memo',
  'limits',
  'counted_units',
  'resolved_at',
] as const satisfies Width<OrderColumns>;

const DEPOSIT = [
  'id',
  'asset_id',
  'units',
  'state',
  'seen_at',
  'mined_at',
  'confirmed_at',
  'chain_id',
  'sources',
] as const satisfies Width<DepositColumns>;

type DepositValues = [
  ...ValuesOf<DepositColumns, typeof DEPOSIT>,
  isUsed: boolean,
  wasGivenBack: boolean,
  isQuarantined: boolean,
];

interface OpenOrderRow extends OrderRow, RowOf<OrderColumns, typeof AGREED> {
  known_until: number;
  has_outputs: boolean;
  was_exchanged: boolean;
  was_paid: boolean;
  deposits: DepositValues[] | null;
  reserved: [assetId: number, units: string][] | null;
}

const TEXT = `
  SELECT ${orderColumns('o')}, ${columns('o', AGREED)},
         coalesce((SELECT k.until FROM asset a JOIN chain_known k USING (chain_id) WHERE a.id = o.asset_id), 0) AS known_until,
         EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${isFor('p', REASON.output)} AND ${payoutIsNot('p', PAYOUT.refunded)}) AS has_outputs,
         ${EXCHANGED_BEFORE} AS was_exchanged, ${PAID_BEFORE} AS was_paid,
         (SELECT json_agg(json_build_array(${values('d', DEPOSIT)}, d.use IS NOT NULL,
                                           ${GIVEN_BACK_BEFORE}, d.quarantined_at > 0) ORDER BY d.id)
            FROM deposit d WHERE d.order_id = o.id) AS deposits,
         (SELECT json_agg(json_build_array(r.asset_id, r.units::text)) FROM reservation r WHERE r.order_id = o.id) AS reserved
    FROM orders o WHERE o.id = ANY ($1::bigint[]) ORDER BY o.id`;

/** These orders, by number, with all their deposits: also those that have vanished again. */
export async function readOpenOrders(client: Queryable, ids: readonly number[]): Promise<OpenOrder[]> {
  const { rows } = await client.query<OpenOrderRow>({ name: 'load-open-orders', text: TEXT, values: [ids] });
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
    refundMemo: row.refund_memo,
    isUnlimited: row.limits === LIMITS.waived,
    countedUnits: BigInt(row.counted_units),
    resolvedAt: row.resolved_at,
    hasOutputs: row.has_outputs,
    wasExchanged: row.was_exchanged,
    wasPaid: row.was_paid,
    deposits: (row.deposits ?? []).map(toDeposit),
    reserved: new Map((row.reserved ?? []).map(([assetId, units]) => [assetId, BigInt(units)])),
  }));
}

function toDeposit(values: DepositValues): OpenDeposit {
  const [id, assetId, units, state, seenAt, minedAt, confirmedAt, chainId, sources, ...is] = values;
  const [isUsed, wasGivenBack, isQuarantined] = is;
  const times = { seenAt, minedAt, confirmedAt };
  const whose = { chainId, sources, wasGivenBack, isQuarantined };
  return { id, assetId, units: BigInt(units), state, ...times, isUsed, ...whose };
}
