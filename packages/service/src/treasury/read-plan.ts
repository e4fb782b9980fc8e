import type { Market } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';
import { planTreasury } from './plan-treasury.ts';
import { planLimits, readHoldings } from './read-holdings.ts';
import { type ShownStep, shownStep } from './shown-step.ts';

/** What is to be done for the treasury now, for a person. Reads only. */
export async function readPlan(client: Queryable, market: Market): Promise<ShownStep[]> {
  return planTreasury(await readHoldings(client, market), planLimits(market)).map(shownStep);
}
