import type { LedgerAccount } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { venueCoinIds } from '../ledger/venue-coins.ts';
import type { Queryable } from '../store/database.ts';

const OWNER: LedgerAccount = 'treasury';

/** Books what an operator has brought to a venue (+) or taken from it (-), in 10^-18: it is the treasury's there. */
export async function bookMoved(
  client: Queryable,
  { venue, abbr, units }: { readonly venue: string; readonly abbr: string; readonly units: bigint },
  why: string,
  at: number,
): Promise<void> {
  const assetId = (await venueCoinIds(client, venue, [abbr])).get(abbr) as number;
  const entries = [{ account: 'venue', assetId, units } as const, { account: OWNER, assetId, units: -units }];
  await post(client, [{ why: `at ${venue}: ${why}`, entries }], at);
}
