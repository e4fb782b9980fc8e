import { type Change, MESSAGE } from '@swapdesk/contract';
import type { Settings } from '../catalog/settings.ts';
import { formatFixed } from '../money/fixed.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import { areApart, confirmPending, heldToPeg, isFrozen } from './judge-price.ts';
import { stableCoins } from './prices.ts';
import { loadWatched, lockPrices, storeWatched } from './watched-prices.ts';

/**
 * An operator says that a coin's price is right, in the caller's transaction: one that jumped becomes the price, one that
 * has stood still may do so for as long again. `seen` is what they were shown; if it has moved on since, nothing is done.
 */
export async function confirmPrice(
  client: Queryable,
  coin: string,
  { seen, settings, now }: { seen: bigint | null; settings: Settings; now: number },
): Promise<Change[]> {
  await lockPrices(client);
  const isNamed = ({ abbr }: { abbr: string }) => abbr.toLowerCase() === coin.toLowerCase();
  const known = (await loadWatched(client)).find(isNamed);
  if (known === undefined) throw new Refusal(MESSAGE.priceNotFound);
  const { pending, value } = known;
  if (pending === null && !isFrozen(known, settings.price_frozen_s, false))
    throw new Refusal(MESSAGE.priceNotStopped);
  const shown = pending?.value ?? value;
  if (seen !== null && areApart(seen, shown, settings.price_confirm_tolerance_ppm))
    throw new Refusal(MESSAGE.priceMoved);
  const right = pending === null ? { ...known, stop: null } : confirmPending(known, pending);
  // That a stable coin has left its peg is nothing to confirm: for that there is a setting.
  const isPegged = (await stableCoins(client)).has(known.abbr);
  await storeWatched(client, [heldToPeg({ ...right, changedAt: now }, settings.market_peg_ppm, isPegged)]);
  if (pending === null) return [{ what: 'frozen price', before: formatFixed(value), after: 'confirmed' }];
  return [{ what: 'price', before: formatFixed(value), after: formatFixed(pending.value) }];
}
