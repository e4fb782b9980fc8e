import type { Catalogue } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';
import { PAYOUT, payoutIs } from '../payouts/life.ts';
import { IS_NAMED_COLD, isFor, REASON } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** What was to go to a cold address that the signer does not name any more: nobody tries to sign it, so nothing else tells. */
export async function coldFinding(client: Queryable, catalogue: Catalogue): Promise<Finding[]> {
  const { rows } = await client.query<{ id: number; asset_id: number; units: string; address: string }>(
    `SELECT p.id, p.asset_id, p.units::text, p.address FROM payout p
      WHERE ${payoutIs('p', PAYOUT.ready)} AND ${isFor('p', REASON.cold)} AND NOT ${IS_NAMED_COLD} ORDER BY p.id`,
  );
  return rows.map(({ id, asset_id, units, address }) => {
    const { chain, abbr, decimals } = catalogue.get(asset_id);
    return {
      what: `treasury: cold transfer ${id}`,
      isWell: false,
      facts: `${fromUnits(BigInt(units), decimals)} ${abbr} waits: the signer's file names ${address} no more for ${chain.name}`,
      advice: `Name it there again, or give it up; then the next goes to the new address: npx swapdesk treasury drop ${id}`,
      page: '/treasury',
    };
  });
}
