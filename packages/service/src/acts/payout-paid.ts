import type { Chain } from '../chains/chain.ts';
import { changeOf } from '../change-of.ts';
import { NotBooked } from '../engine/books/decide.ts';
import { findPaying, type MarkedPaid, markPaid, type PaidClaim } from '../engine/books/mark-paid.ts';
import type { Database } from '../store/database.ts';
import type { Run } from './run.ts';

/** An operator says that a payout which counts as unpaid was paid by a transaction: it is looked for on the chain, then booked. */
export async function payoutPaid(
  { database, chains }: { readonly database: Database; readonly chains: readonly Chain[] },
  claim: PaidClaim,
  why: string,
  run: Run,
): Promise<MarkedPaid> {
  const { rows } = await database.query<{ chain_id: number }>('SELECT chain_id FROM payout WHERE id = $1', [
    claim.payoutId,
  ]);
  const chain = chains.find(({ id }) => id === rows[0]?.chain_id);
  if (chain === undefined)
    throw new NotBooked(`There is no payout ${claim.payoutId}. See: npx swapdesk order show ORDER`);
  const found = await findPaying(database, chain, claim);
  return run(async (client, now) => {
    const result = await markPaid(client, chain, claim, found, now);
    const changes = [
      ...result.paid.map(({ payout }) => ({
        what: `payout ${payout.id}`,
        before: 'unpaid',
        after: `paid by ${claim.txid}`,
      })),
      ...changeOf('why', null, why === '' ? null : why),
    ];
    return { act: 'payout paid', subject: `payout ${claim.payoutId}`, changes, result };
  });
}
