import type { Acts } from '../operators/proposals.ts';
import type { ActContext } from './context.ts';
import { redirectPayout } from './redirect-payout.ts';
import { refundEntry } from './refund-entry.ts';
import { refundOrder } from './refund-order.ts';
import { returnDeposit } from './return-deposit.ts';
import { returnSurplus } from './return-surplus.ts';
import { settleCommissions } from './settle-commissions.ts';
import { withdrawTreasury } from './withdraw-treasury.ts';

/** Every act that needs a second confirmation, by its name. */
export const ACTS: Acts<ActContext> = Object.fromEntries(
  [
    redirectPayout,
    refundEntry,
    refundOrder,
    returnDeposit,
    returnSurplus,
    settleCommissions,
    withdrawTreasury,
  ].map((act) => [act.name, act]),
);
