import type { Asset, Mode } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import { ONE } from '../money/fixed.ts';
import type { AccountFees } from './fee-rules.ts';
import { type FixedRoom, NO_CAPS } from './fixed-room.ts';

/** What open fixed orders are worth, and those of callers without a key, in USDT counted in 10^-18. */
type OpenValue = Pick<Asset, 'promisedValue' | 'keylessValue'>;

/** Whether fees are those of callers without a key. */
export function isKeyless({ isKeyless: is }: AccountFees): boolean {
  return is === true;
}

/**
 * What may be promised to a caller whose open fixed orders are worth so much, those of all together so much. Callers without a key
 * cost nobody anything to be many: all of them have a share of each cap, so that accounts go on.
 */
export function fixedRoom(
  settings: Settings,
  callerValue: bigint,
  inAll: OpenValue,
  isOfKeyless: boolean,
): FixedRoom {
  const keylessPct = isOfKeyless ? BigInt(settings.fixed_keyless_pct) : null;
  const leftOf = (mostUsdt: number, { promisedValue = 0n, keylessValue = 0n }: OpenValue) =>
    lesser(
      left(mostUsdt, promisedValue),
      keylessPct === null ? null : left(mostUsdt, keylessValue, keylessPct),
    );
  return {
    ofAsset: (asset) => leftOf(settings.fixed_open_per_asset_usdt, asset),
    ofCaller: left(settings.fixed_open_per_caller_usdt, callerValue),
    inAll: leftOf(settings.fixed_open_usdt, inAll),
    ofTreasury: (asset) => shareLeft(asset, BigInt(settings.fixed_share_pct), keylessPct),
  };
}

/** What is left for fixed orders, so that float ones go on. */
function shareLeft(asset: Asset, sharePct: bigint, keylessPct: bigint | null): bigint {
  const { treasuryUnits, promisedUnits = 0n, keylessUnits = 0n } = asset;
  const share = (treasuryUnits + promisedUnits) * sharePct;
  const ofAll = lesser(treasuryUnits, share / 100n - promisedUnits);
  const most = lesser(ofAll, keylessPct === null ? null : (share * keylessPct) / 10_000n - keylessUnits);
  return most === null || most < 0n ? 0n : most;
}

/** What anybody may ask for at most, whatever they have placed: that of open fixed orders, and that of a day. */
export function statedRoom(
  settings: Settings,
  mode: Mode,
  inAll: OpenValue,
  isOfKeyless: boolean,
): FixedRoom {
  const fixed = mode === 'fixed' ? fixedRoom(settings, 0n, inAll, isOfKeyless) : null;
  const ofDay = left(settings.day_per_asset_usdt, 0n);
  return {
    ofAsset: (asset) => lesser(fixed?.ofAsset(asset) ?? null, ofDay),
    ofCaller: lesser(fixed?.ofCaller ?? null, left(settings.day_per_caller_usdt, 0n)),
    inAll: fixed?.inAll ?? null,
    ofTreasury: (fixed ?? NO_CAPS).ofTreasury,
  };
}

/** What is left of a cap, or of a share of it in hundredths, in USDT counted in 10^-18; null: there is none. */
export function left(mostUsdt: number, value: bigint, pct = 100n): bigint | null {
  return mostUsdt === 0 ? null : (BigInt(mostUsdt) * ONE * pct) / 100n - value;
}

function lesser(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
