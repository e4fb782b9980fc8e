import type { ReferralOrder } from './wire/affiliates.ts';
import type { AccountEvent } from './wire/answers.ts';
import type { ListedOrder } from './wire/orders.ts';

/** A page of the account's orders. */
export interface OrderPage {
  /** How many match, on all pages. */
  readonly total: number;
  readonly data: readonly ListedOrder[];
}

/** A page of the orders that came through the account's referral codes. */
export interface ReferralOrderPage {
  readonly total: number;
  /** Of all that match, in USDT. */
  readonly total_commission: string;
  readonly data: readonly ReferralOrder[];
}

/** A page of the log of the account. */
export interface AccountEventPage {
  readonly data: readonly AccountEvent[];
  /** Go on after this number. Those up to it that are missing were archived. */
  readonly next: number;
  /** The number of the newest event. One below a number that is known already: the service has been put back. */
  readonly last: number;
  /** How many webhooks of the account paused by themselves: nothing is sent to them until they are resumed. */
  readonly paused_webhooks: number;
}
