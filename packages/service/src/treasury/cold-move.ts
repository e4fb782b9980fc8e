import { powerOfTen } from '../money/units.ts';
import { amountText, freeOf, type Holding, MILLION, ownFee, type PlanLimits } from './holding.ts';

/** What is above the hot limit, and whether it is sent to the cold address now. */
export interface ColdMove {
  readonly units: bigint;
  /** What it waits for, in words; null: for nothing. */
  readonly waits: string | null;
}

/** One takes at most this part of what the signer lets go in an hour: the rest is for whoever is owed something. */
const PART_OF_LIMIT = 2n;

/**
 * What is to be sent to the cold address; null if nothing is. It begins once there is clearly more than the hot limit, and goes
 * down to it, so that every coin that comes is not sent on by itself. What is reserved stays, and what pays the fee.
 */
export function coldMove(holding: Holding, limits: PlanLimits): ColdMove | null {
  const { hotLimit, asset, payable, reserved, stuckUnits } = holding;
  const free = freeOf(holding);
  if (hotLimit === null || free <= hotLimit + (hotLimit * limits.bandPpm) / MILLION) return null;
  const kept = hotLimit + ownFee(holding);
  const above = free - kept;
  if (above <= 0n) return null;
  // What lies elsewhere comes in by itself. Until then it is not there to be paid with, and clients must be.
  const within = payable === null ? above : least(above, payable - reserved - stuckUnits - kept);
  const most = asset.payoutLimitUnits === undefined ? within : asset.payoutLimitUnits / PART_OF_LIMIT;
  const units = least(within, most);
  if (units < asset.dustUnits || units <= 0n) {
    const why =
      within < asset.dustUnits
        ? 'until it has been brought in, or is deep enough'
        : 'for a limit of the signer that lets it go';
    return { units: above, waits: why };
  }
  return { units, waits: waitsFor(holding, units, limits) };
}

function waitsFor(holding: Holding, units: bigint, limits: PlanLimits): string | null {
  const { cold, asset, native, nativeFree, waitingPayouts } = holding;
  if (cold.address === null)
    return `for a cold address: the signer's file names none for ${asset.chain.name}. Or withdraw it by hand`;
  if (cold.stop !== null) return cold.stop;
  if (cold.isUnderWay) return 'for the one before, which is not paid yet';
  if (limits.now < cold.lastAt + limits.coldPauseS) return 'for a while after the one before';
  if (waitingPayouts > 0) return 'for payouts that are to be signed first';
  if (asset.id !== native.id && nativeFree < asset.transferCost)
    return `for ${native.abbr} that pays the network fee`;
  return waitsForFee(holding, units, limits);
}

/** Fees fall again: nothing of what is above the limit has to leave while they are high. */
function waitsForFee(holding: Holding, units: bigint, { coldFeePpm }: PlanLimits): string | null {
  const { asset, native, price, nativePrice } = holding;
  const fee = asset.transferCost;
  const tooDear = `for lower network fees: it would cost ${amountText({ asset: native }, fee)}`;
  if (asset.id === native.id) return fee * MILLION > units * coldFeePpm ? tooDear : null;
  if (price === null || nativePrice === null)
    return `for a price of ${price === null ? asset.abbr : native.abbr}, to weigh the fee by`;
  // Both in the same measure: units of the one times the decimals of the other.
  const feeWorth = fee * nativePrice * powerOfTen(asset.decimals);
  const worth = units * price * powerOfTen(native.decimals);
  return feeWorth * MILLION > worth * coldFeePpm ? tooDear : null;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
