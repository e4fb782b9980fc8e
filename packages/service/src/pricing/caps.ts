import type { Asset, Mode } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import { ONE } from '../money/fixed.ts';
import { type FixedRoom, NO_CAPS } from './fixed-room.ts';

/** What may be promised to a caller whose open fixed orders are worth so much, those of all together so much. */
export function fixedRoom(settings: Settings, callerValue: bigint, valueInAll: bigint): FixedRoom {
  return {
    ofAsset: ({ promisedValue }) => left(settings.fixed_open_per_asset_usdt, promisedValue ?? 0n),
    ofCaller: left(settings.fixed_open_per_caller_usdt, callerValue),
    inAll: left(settings.fixed_open_usdt, valueInAll),
    ofTreasury: (asset) => shareLeft(asset, BigInt(settings.fixed_share_pct)),
  };
}

/** What is left for fixed orders, so that float ones go on. */
function shareLeft({ treasuryUnits, promisedUnits = 0n }: Asset, sharePct: bigint): bigint {
  const more = ((treasuryUnits + promisedUnits) * sharePct) / 100n - promisedUnits;
  if (more <= 0n) return 0n;
  return more < treasuryUnits ? more : treasuryUnits;
}

/** What anybody may ask for at most, whatever they have placed: that of open fixed orders, and that of a day. */
export function statedRoom(settings: Settings, mode: Mode, valueInAll: bigint): FixedRoom {
  const fixed = mode === 'fixed' ? fixedRoom(settings, 0n, valueInAll) : null;
  const ofDay = left(settings.day_per_asset_usdt, 0n);
  return {
    ofAsset: (asset) => lesser(fixed?.ofAsset(asset) ?? null, ofDay),
    ofCaller: lesser(fixed?.ofCaller ?? null, left(settings.day_per_caller_usdt, 0n)),
    inAll: fixed?.inAll ?? null,
    ofTreasury: (fixed ?? NO_CAPS).ofTreasury,
  };
}

/** What is left of a cap, in USDT counted in 10^-18; null: there is none. */
export function left(mostUsdt: number, value: bigint): bigint | null {
  return mostUsdt === 0 ? null : BigInt(mostUsdt) * ONE - value;
}

function lesser(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
