import type { LedgerAccount } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { venueCoinIds } from '../ledger/venue-coins.ts';
import type { Queryable } from '../store/database.ts';

/**
 * What an operator knows of what came to a venue or left it. `moved`: the treasury's, put there or taken away; nothing to hedge.
 * `traded`: bought, sold or taken as a fee by a trade that the store does not know; it counts as hedged.
 */
export type MovedHow = 'moved' | 'traded';

const OTHER_SIDE: Readonly<Record<MovedHow, LedgerAccount>> = { moved: 'treasury', traded: 'trading' };

/** Books what an operator says has come to a venue (+) or left it (-), in 10^-18. */
export async function bookMoved(
  client: Queryable,
  { venue, abbr, units }: { readonly venue: string; readonly abbr: string; readonly units: bigint },
  how: MovedHow,
  why: string,
  at: number,
): Promise<void> {
  const assetId = (await venueCoinIds(client, venue, [abbr])).get(abbr) as number;
  const entries = [
    { account: 'venue', assetId, units } as const,
    { account: OTHER_SIDE[how], assetId, units: -units },
  ];
  await post(client, [{ why: `at ${venue}: ${why}`, entries }], at);
}
