import type { Posting } from './accounts.ts';

/** A withdrawal leaves the treasury when it is confirmed by whoever has to, and is owed until it is paid. */
export function takeFromTreasury(payoutId: number, assetId: number, units: bigint): Posting {
  return move(`withdrawal ${payoutId}`, assetId, units);
}

/** One that is surely not paid is the treasury's again. */
export function backToTreasury(payoutId: number, assetId: number, units: bigint): Posting {
  return move(`withdrawal ${payoutId} dropped`, assetId, -units);
}

function move(why: string, assetId: number, units: bigint): Posting {
  return {
    why,
    entries: [
      { account: 'treasury', assetId, units },
      { account: 'withdrawal', assetId, units: -units },
    ],
  };
}
