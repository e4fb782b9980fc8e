import type { World } from '../world.ts';
import type { Check } from './check.ts';
import { commissionCheck, commissionTallyCheck } from './commissions.ts';
import { decidedPriceCheck } from './decided-prices.ts';
import { decisionCheck } from './decisions.ts';
import { depthCheck } from './depth.ts';
import { EVENT_CHECKS } from './events.ts';
import { forgottenCheck, heldCheck } from './forgotten.ts';
import { haltedCheck } from './halts.ts';
import { historyCheck } from './history.ts';
import { LEDGER_CHECKS } from './ledger.ts';
import { ORDER_CHECKS } from './orders.ts';
import { PAID_CHECKS } from './paid.ts';
import { profitCheck } from './profit.ts';
import { reservationCheck } from './reservations.ts';
import { SETTLEMENT_CHECKS } from './settlements.ts';

const CHECKS: readonly Check[] = [
  ...PAID_CHECKS,
  ...LEDGER_CHECKS,
  ...ORDER_CHECKS,
  commissionCheck,
  commissionTallyCheck,
  ...SETTLEMENT_CHECKS,
  decisionCheck,
  decidedPriceCheck,
  depthCheck,
  forgottenCheck,
  haltedCheck,
  heldCheck,
  historyCheck,
  ...EVENT_CHECKS,
  profitCheck,
  reservationCheck,
];

/** All that must hold when everything is at rest. */
export async function checkAll(world: World): Promise<string[]> {
  const problems: string[] = [];
  for (const check of CHECKS) problems.push(...(await check(world)));
  return problems;
}
