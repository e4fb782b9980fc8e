import type { Entry } from './accounts.ts';

/** To whom a payout is owed until it is paid. */
export function payoutOwner(orderId: number | null, purpose: string): Pick<Entry, 'account' | 'orderId'> {
  if (orderId !== null) return { account: 'order', orderId };
  return { account: purpose === 'withdrawal' ? 'withdrawal' : 'unclaimed' };
}
