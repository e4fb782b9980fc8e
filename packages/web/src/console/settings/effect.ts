import { Decimal } from '@swapdesk/contract/plain';
import { texts } from '../../texts/console.ts';

const ONE_PPM = 1_000_000n;

/** What a percentage comes to, by an example that anybody can check; null where the value speaks for itself. */
export function effectOf(name: string, value: string): string | null {
  const { effects } = texts.console.settings;
  const ppm = Decimal.parse(value)?.coefficient ?? 0n;
  if (ppm === 0n) return null;
  const ofOne = part(ppm, -6);
  const ofHundred = part(ppm, -4);
  if (TAKEN.has(name)) return effects.taken(ofOne);
  if (DISTANCES.has(name))
    return effects.distance(
      ppm >= ONE_PPM ? null : part(100n * (ONE_PPM - ppm), -6),
      part(100n * (ONE_PPM + ppm), -6),
    );
  switch (name) {
    case 'tolerance_ppm':
      return effects.tolerance(ofOne);
    case 'skew_strength_ppm':
      return effects.skew(ofOne);
    case 'treasury_band_ppm':
      return effects.band(part(100n * (ONE_PPM - ppm), -6), part(100n * (ONE_PPM + ppm), -6));
    case 'cold_fee_ppm':
      return effects.cold(ofHundred);
    case 'fixed_share_pct':
    case 'fixed_keyless_pct':
      return effects.share(value);
    case 'market_premium_factor_pct':
      return effects.factor(part(ppm, -2));
    default:
      return null;
  }
}

/** What clients get less of. */
const TAKEN = new Set([
  'float_fee_ppm',
  'fixed_fee_ppm',
  'market_premium_floor_ppm',
  'market_premium_cap_ppm',
]);

/** How far a price may be from another one. */
const DISTANCES = new Set([
  'price_jump_ppm',
  'price_confirm_tolerance_ppm',
  'market_off_ppm',
  'market_small_off_ppm',
  'market_jump_ppm',
  'market_jump_tolerance_ppm',
  'market_peg_ppm',
  'market_depth_ppm',
  'hedge_slip_ppm',
]);

function part(coefficient: bigint, places: number): string {
  return Decimal.parse(String(coefficient))?.shift(places).toString() ?? '';
}
