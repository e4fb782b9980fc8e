import { randomBytes } from 'node:crypto';

/**
 * Ledger wants another id for each attempt, also of one quote; of one quote there is one order, however often it is asked for. So an id
 * is the order's query code, and which attempt it was.
 */
export function newSwapId(queryCode: string): string {
  return `${queryCode}-${randomBytes(4).toString('hex')}`;
}

/** The query code in it; null for a text that is none of ours. */
export function queryCodeOf(swapId: string): string | null {
  return /^([A-Z0-9]{12})-[0-9a-f]{8}$/.exec(swapId)?.[1] ?? null;
}
