import type { Settings } from '../catalog/settings.ts';
import { DEFAULT_MARKET_LIMITS, type MarketLimits } from '../market/market-limits.ts';
import { DEFAULT_PREMIUM_LIMITS, type PremiumLimits } from '../market/premium-limits.ts';

/** What venues are trusted for, as operators have set it. */
export function marketLimits(settings: Settings): MarketLimits {
  return {
    ...DEFAULT_MARKET_LIMITS,
    floatVenues: settings.market_float_venues,
    fixedVenues: settings.market_fixed_venues,
    floatStaleS: settings.market_float_stale_s,
    fixedStaleS: settings.market_fixed_stale_s,
    offPpm: settings.market_off_ppm,
    smallOffPpm: settings.market_small_off_ppm,
    spreadPpm: settings.market_spread_ppm,
    jumpPpm: settings.market_jump_ppm,
    jumpWindowS: settings.market_jump_window_s,
    jumpVenues: settings.market_jump_venues,
    jumpTolerancePpm: settings.market_jump_tolerance_ppm,
    pegPpm: settings.market_peg_ppm,
    depthPpm: settings.market_depth_ppm,
    frozenS: settings.market_frozen_s,
  };
}

/** What a fixed price costs, as operators have set it. A floor above the cap is the cap. */
export function premiumLimits(settings: Settings): PremiumLimits {
  const { market_premium_floor_ppm: floorPpm, market_premium_cap_ppm: capPpm } = settings;
  const factorPct = settings.market_premium_factor_pct;
  return { ...DEFAULT_PREMIUM_LIMITS, factorPct, floorPpm: Math.min(floorPpm, capPpm), capPpm };
}
