import type { Factor, OrderFile } from '@swapdesk/contract';
import type { Asset, Catalogue, CatalogueChain } from '../catalog/catalogue.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { assetAmount } from './order-line.ts';
import type {
  DepositRow,
  EntryRow,
  OrderHead,
  OrderParts,
  PaymentRow,
  PayoutRow,
} from './reading/order-file-rows.ts';

/** What is stored of an order as the console shows it. */

type Shown = Omit<OrderFile, 'order' | 'acts' | 'actions'>;

/** With how the amount of each entry comes about. */
export function orderFileView(
  records: OrderParts,
  catalogue: Catalogue,
  factors: readonly Factor[][],
): Shown {
  const chains = new Map(catalogue.assets.map(({ chain }) => [chain.id, chain]));
  const chainName = (id: number) => chains.get(id)?.name ?? '';
  return {
    entries: records.entries.map((row, n) => ({
      ...entry(row, catalogue.get(row.asset_id)),
      factors: factors[n] ?? [],
    })),
    deposits: records.deposits.map((row) => deposit(row, catalogue)),
    payouts: records.payouts.map((row) => payout(row, catalogue)),
    payments: records.payments.map((row) =>
      payment(row, chains.get(row.chain_id) as CatalogueChain, catalogue),
    ),
    history: [...records.history],
    ledger: records.ledger.map(({ asset_id, units, ...row }) => ({
      ...row,
      ...assetAmount(catalogue, asset_id, BigInt(units)),
    })),
    screening: records.screening.map(({ chain_id, ...row }) => ({ ...row, chain: chainName(chain_id) })),
    notes: [...records.notes],
  };
}

/** What the file says of the order beside its line. */
export function orderHeadView(head: OrderHead, catalogue: Catalogue) {
  const { decimals } = catalogue.get(head.asset_id);
  const amount = (units: string) => fromUnits(BigInt(units), decimals);
  return {
    price: formatFixed(parseFixed(head.price)),
    min: amount(head.min_units),
    max: amount(head.max_units),
    tolerance: amount(head.tolerance_units),
    on_mismatch: head.on_mismatch,
    refund_address: head.refund_address ?? '',
    refund_memo: head.refund_memo ?? '',
    ref_code: head.ref_code ?? '',
    commission: formatFixed(parseFixed(head.commission ?? '0')),
    expire_at: head.expires_at,
    late_until: head.late_until,
    payfor_at: head.paid_at,
    accept_at: head.accepted_at,
    freeze_at: head.frozen_at,
    delete_at: head.deleted_at,
  };
}

function entry(row: EntryRow, { chain, abbr, decimals }: Asset) {
  const amount = (units: string) => fromUnits(BigInt(units), decimals);
  return {
    chain: chain.name,
    abbr,
    address: row.address,
    memo: row.memo ?? '',
    share: formatFixed(parseFixed(row.share)),
    price: formatFixed(parseFixed(row.price)),
    fee_ppm: row.fee_ppm,
    fee: amount(row.fee_units),
    network_fee: amount(row.network_fee_units),
    amount: amount(row.units),
    amount_origin: amount(row.units_origin),
    status: row.status,
    finish_at: row.finished_at,
  };
}

function deposit(row: DepositRow, catalogue: Catalogue): OrderFile['deposits'][number] {
  const { asset_id, units, use, extra_blocks, memo, refs, ...rest } = row;
  return {
    ...rest,
    memo: memo ?? '',
    references: refs ?? [],
    ...assetAmount(catalogue, asset_id, BigInt(units)),
    fate: use ?? '',
    required: catalogue.get(asset_id).chain.confirmations + extra_blocks,
  };
}

function payout(row: PayoutRow, catalogue: Catalogue): OrderFile['payouts'][number] {
  return {
    id: row.id,
    purpose: row.reason,
    part: (row.entry ?? row.deposit_id) as number,
    ...assetAmount(catalogue, row.asset_id, BigInt(row.units)),
    address: row.address,
    memo: row.memo ?? '',
    state: row.state,
    payment: row.payment_id,
    created_at: row.created_at,
    finish_at: row.finished_at,
  };
}

function payment(
  row: PaymentRow,
  chain: CatalogueChain,
  catalogue: Catalogue,
): OrderFile['payments'][number] {
  const { chain_id, fee_units, ...rest } = row;
  const native = catalogue.native(chain);
  return {
    ...rest,
    chain: chain.name,
    fee: fromUnits(BigInt(fee_units), native.decimals),
    fee_abbr: native.abbr,
  };
}
