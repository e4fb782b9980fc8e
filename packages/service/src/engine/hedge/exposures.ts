import type { Catalogue } from '../../catalog/catalogue.ts';
import type { Balances } from '../../ledger/balances.ts';
import { readPosition } from '../../ledger/position.ts';
import { type HeldCoin, loadHeld } from '../../ledger/venue-coins.ts';
import { FIXED_DECIMALS } from '../../money/fixed.ts';
import { powerOfTen } from '../../money/units.ts';
import type { Queryable } from '../../store/database.ts';

/** What the desk is long (+) or short (-) of by coin, wherever it has it, in 10^-18. Pure. */
function byCoin(position: Balances, catalogue: Catalogue, held: readonly HeldCoin[]): Map<string, bigint> {
  const coins = new Map<string, bigint>();
  const abbrs = new Map(held.map(({ assetId, abbr }) => [assetId, abbr]));
  for (const [assetId, units] of position) {
    const atVenue = abbrs.get(assetId);
    const { abbr, decimals } =
      atVenue === undefined ? catalogue.get(assetId) : { abbr: atVenue, decimals: FIXED_DECIMALS };
    const scaled = units * powerOfTen(FIXED_DECIMALS - decimals);
    coins.set(abbr, (coins.get(abbr) ?? 0n) + scaled);
  }
  return coins;
}

/** The same as of now. A coin at a venue is known before anything is booked of it. */
export async function positionByCoin(client: Queryable, catalogue: Catalogue): Promise<Map<string, bigint>> {
  const position = await readPosition(client);
  return byCoin(position, catalogue, await loadHeld(client));
}

/** One less the other, by coin. */
export function less(
  coins: ReadonlyMap<string, bigint>,
  base: ReadonlyMap<string, bigint>,
): Map<string, bigint> {
  const abbrs = [...new Set([...coins.keys(), ...base.keys()])].sort();
  return new Map(abbrs.map((abbr) => [abbr, (coins.get(abbr) ?? 0n) - (base.get(abbr) ?? 0n)]));
}
