import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { fromUnits } from '../money/units.ts';
import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** Whether treasuries have what they should. One that has less than half of it will soon have to refuse orders. */
export async function targetFinding(database: Queryable, catalogue: Catalogue): Promise<Finding> {
  const free = await freeTreasury(database);
  const aimed = catalogue.assets.filter(
    ({ targetUnits, isAbsent }) => targetUnits !== undefined && !isAbsent,
  );
  const far = aimed.filter(({ id, targetUnits = 0n }) => (free.get(id) ?? 0n) * 2n < targetUnits);
  return {
    what: 'treasury: targets',
    isWell: far.length === 0,
    facts:
      far.length > 0
        ? `less than half: ${far.map((asset) => standing(asset, free.get(asset.id) ?? 0n)).join(', ')}`
        : aimed.length === 0
          ? 'none are set'
          : 'at least half of each is free',
    advice: 'What to send there, or to trade for it: npx swapdesk treasury plan',
    page: '/treasury',
  };
}

function standing({ chain, abbr, decimals, targetUnits = 0n }: Asset, free: bigint): string {
  const amount = (units: bigint) => fromUnits(units, decimals);
  return `${chain.name} ${abbr} ${amount(free > 0n ? free : 0n)} of ${amount(targetUnits)}`;
}
