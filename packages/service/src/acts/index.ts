import type { Acts } from '../operators/proposals.ts';
import type { ActContext } from './context.ts';
import { redirectPayout } from './redirect-payout.ts';
import { refundEntry } from './refund-entry.ts';
import { returnDeposit } from './return-deposit.ts';
import { withdrawTreasury } from './withdraw-treasury.ts';

/** Every act that needs a second confirmation, by its name. */
export const ACTS: Acts<ActContext> = Object.fromEntries(
  [redirectPayout, refundEntry, returnDeposit, withdrawTreasury].map((act) => [act.name, act]),
);
