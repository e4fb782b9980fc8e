import { ORDER_STATUS, type ReferralOrder } from '@swapdesk/contract';
import type { Account } from '../access/directory.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { findPage, type PageRequest, type RollTable } from '../rolls/page.ts';
import type { Queryable } from '../store/database.ts';
import type { RefCode } from './ref-code.ts';

const columns = `
  m.code, m.commission_ppm, m.settle_status, m.created_at, m.updated_at, m.commission, m.order_amount,
  o.no, o.query_code, o.status, o.asset_id, o.units,
  (SELECT max(e.markup_ppm) FROM order_entry e WHERE e.order_id = m.order_id) AS markup_ppm FROM referral_order m JOIN orders o ON o.id = m.order_id`;

const BY_ACCOUNT: RollTable = {
  table: 'referral_order',
  owner: 'account_id',
  position: 'account_position',
  facet: 'settle_status',
  amount: 'commission',
  select: `SELECT m.account_position, ${columns}`,
};
const BY_CODE: RollTable = {
  ...BY_ACCOUNT,
  owner: 'code_id',
  position: 'code_position',
  select: `SELECT m.code_position, ${columns}`,
};

export type ReferralListRequest = Omit<PageRequest, 'rollId' | 'ownerId'>;

export interface ReferralPage {
  readonly orders: ReferralOrder[];
  readonly total: number;
  readonly totalCommission: string;
}

/** One page of the orders that came through an account's referral codes, or through one of them. */
export async function listReferralOrders(
  database: Queryable,
  catalogue: Catalogue,
  whose: { account: Account; code: RefCode | null },
  request: ReferralListRequest,
): Promise<ReferralPage> {
  const { account, code } = whose;
  const members = code === null ? BY_ACCOUNT : BY_CODE;
  const ownerId = code === null ? account.id : code.id;
  const rollId = code === null ? account.referralRollId : code.rollId;
  const { rows, total, totalAmount } = await findPage<Row>(database, members, {
    ...request,
    rollId,
    ownerId,
  });
  return {
    orders: rows.map((row) => toReferralOrder(row, catalogue)),
    total,
    totalCommission: formatFixed(parseFixed(totalAmount)),
  };
}

interface Row {
  code: string;
  commission_ppm: number;
  settle_status: number;
  created_at: number;
  updated_at: number;
  commission: string;
  order_amount: string;
  no: string;
  query_code: string;
  status: number;
  asset_id: number;
  units: string;
  markup_ppm: number | null;
}

function toReferralOrder(row: Row, catalogue: Catalogue): ReferralOrder {
  const asset = catalogue.get(row.asset_id);
  return {
    ref_code: row.code,
    commission_rate: fromUnits(BigInt(row.commission_ppm), 6),
    ...(row.markup_ppm !== null && row.markup_ppm > 0 && { markup: fromUnits(BigInt(row.markup_ppm), 6) }),
    settle_status: row.settle_status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    commission: formatFixed(parseFixed(row.commission)),
    order_amount_in_usdt: formatFixed(parseFixed(row.order_amount)),
    order_no: row.no,
    query_code: row.query_code,
    // The referral table of the interface has no 5: a refunded order shows as abandoned.
    status: row.status === ORDER_STATUS.refunded ? ORDER_STATUS.abandoned : row.status,
    send_chain: asset.chain.name,
    send_coin: asset.abbr,
    send_amount: fromUnits(BigInt(row.units), asset.decimals),
  };
}
