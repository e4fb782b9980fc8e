import type { LedgerAccount, Posting } from './accounts.ts';

/** Who is owed what has left the treasury for no order: the operator, or an affiliate. */
export type OwedBeside = Extract<LedgerAccount, 'withdrawal' | 'settlement'>;

/** It leaves the treasury when it is confirmed by whoever has to, and is owed until it is paid. */
export function takeFromTreasury(
  account: OwedBeside,
  payoutId: number,
  assetId: number,
  units: bigint,
): Posting {
  return move(`${account} ${payoutId}`, account, assetId, units);
}

/** What is surely not paid is the treasury's again. */
export function backToTreasury(
  account: OwedBeside,
  payoutId: number,
  assetId: number,
  units: bigint,
): Posting {
  return move(`${account} ${payoutId} dropped`, account, assetId, -units);
}

function move(why: string, account: OwedBeside, assetId: number, units: bigint): Posting {
  return {
    why,
    entries: [
      { account: 'treasury', assetId, units },
      { account, assetId, units: -units },
    ],
  };
}
