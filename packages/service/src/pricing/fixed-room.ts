import type { Asset } from '../catalog/catalogue.ts';
import { powerOfTen } from '../money/units.ts';

/** What open fixed orders may still promise, in USDT counted in 10^-18; null where there is no cap. */
export interface FixedRoom {
  ofAsset(asset: Asset): bigint | null;
  readonly ofCaller: bigint | null;
  readonly inAll: bigint | null;
  /** What the treasury gives for it, in units. */
  ofTreasury(asset: Asset): bigint;
}

export const NO_CAPS: FixedRoom = {
  ofAsset: () => null,
  ofCaller: null,
  inAll: null,
  ofTreasury: ({ treasuryUnits }) => treasuryUnits,
};

/** The most of the source that the treasury can pay for, and that may be promised for it. */
export function mostOf(
  source: { asset: Asset; price: bigint },
  entries: readonly { readonly asset: Asset; readonly price: bigint; readonly share: bigint }[],
  room: FixedRoom,
): bigint {
  const scale = powerOfTen(source.asset.decimals);
  const whole = entries.reduce((sum, { share }) => sum + share, 0n);
  const mosts = entries.flatMap(({ asset, price }) => {
    const group = entries.filter((each) => each.asset.id === asset.id);
    const groupShare = group.reduce((sum, { share }) => sum + share, 0n);
    // Before fees, so a little below what the treasury could really pay.
    const value = room.ofTreasury(asset) * price * scale * whole;
    const left = room.ofAsset(asset);
    return [
      value / (groupShare * source.price * powerOfTen(asset.decimals)),
      ...(left === null ? [] : [(larger(left, 0n) * scale * whole) / (groupShare * source.price)]),
    ];
  });
  for (const left of [room.ofCaller, room.inAll])
    if (left !== null) mosts.push((larger(left, 0n) * scale) / source.price);
  return mosts.reduce((least, most) => (most < least ? most : least));
}

function larger(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}
