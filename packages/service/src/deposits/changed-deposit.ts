import type { Entry } from '../ledger/accounts.ts';
import { type DepositUse, USE } from './life.ts';

/** A deposit whose state has changed. */
export interface ChangedDeposit {
  readonly id: number;
  readonly order_id: number | null;
  readonly asset_id: number;
  readonly units: string;
  /** Not null for one of an order: it was confirmed before, used, undone, and is back. */
  readonly use: DepositUse | null;
  readonly is_treasury: boolean;
}

/** SQL: the columns of one. */
export const CHANGED = `
  id, order_id, asset_id, units::text, use, EXISTS (SELECT 1 FROM address_space s WHERE s.treasury = address) AS is_treasury`;

export type Owner = Pick<Entry, 'account' | 'orderId' | 'forOrder'>;

/** Whose a confirmed deposit is. What was used before it was confirmed again makes up for the loss. */
export function ownerOf({
  order_id,
  use,
  is_treasury,
}: Pick<ChangedDeposit, 'order_id' | 'use' | 'is_treasury'>): Owner {
  if (order_id === null && is_treasury) return { account: 'treasury' };
  if (order_id === null) return { account: use === USE.refund ? 'loss' : 'unclaimed' };
  return use === null ? { account: 'order', orderId: order_id } : { account: 'loss', forOrder: order_id };
}
