import type { Queryable } from '../store/database.ts';
import type { KnownSetting } from './known-setting.ts';
import { PARTNER_SETTINGS } from './partner-settings.ts';

const DAY_S = 86_400;

/** Every setting with its default, its bounds and what it does. `swapdesk setting` shows and changes them. */
export const SETTINGS = {
  float_fee_ppm: { value: 5_000, min: 0, max: 500_000, about: 'service fee of float orders' },
  fixed_fee_ppm: { value: 10_000, min: 0, max: 500_000, about: 'service fee of fixed orders' },
  ...PARTNER_SETTINGS,
  skew_strength_ppm: {
    value: 0,
    min: 0,
    max: 1_000_000,
    zero: 'off',
    about: 'what an asset costs more of which nothing is left; with twice its target it costs less',
  },
  skew_bound_ppm: {
    value: 5_000,
    min: 0,
    max: 50_000,
    about: 'the most by which that makes an exchange dearer or cheaper; never by more than its fee',
  },
  float_lifetime_s: {
    value: 3_600,
    min: 60,
    max: DAY_S,
    about: 'how long a float order waits for its deposit',
  },
  fixed_lifetime_s: {
    value: 600,
    min: 60,
    max: DAY_S,
    about: 'how long a fixed order waits for its deposit',
  },
  longest_hold_s: {
    value: 300,
    min: 30,
    max: 1_800,
    about: 'how long a fixed quote can be held, for whoever wants more than 30 seconds and pays for it',
  },
  late_window_s: {
    value: 7 * DAY_S,
    min: 0,
    max: 365 * DAY_S,
    about: 'how long a late deposit is still taken up',
  },
  tolerance_ppm: {
    value: 100,
    min: 0,
    max: 10_000,
    about: 'how far off a fixed deposit may be; never more than the service fee of its order',
  },
  price_max_age_s: {
    value: 60,
    min: 1,
    max: DAY_S,
    about: 'age after which a price is not quoted any more',
  },
  price_jump_ppm: {
    value: 200_000,
    min: 0,
    max: 100_000_000,
    zero: 'any distance',
    about: 'how far a price may jump before its coin waits for a confirmation',
  },
  price_jump_window_s: {
    value: 600,
    min: 1,
    max: DAY_S,
    about: 'time within which small steps of a price may not add up to a jump',
  },
  price_confirm_s: {
    // Whoever has taken over the one source could confirm their own jump.
    value: 0,
    min: 0,
    max: 7 * DAY_S,
    zero: 'only an operator confirms',
    about: 'how long a source must go on saying a jump until it counts',
  },
  price_confirm_tolerance_ppm: {
    value: 30_000,
    min: 0,
    max: 1_000_000,
    about: 'how far a price that waits for its confirmation may move meanwhile',
  },
  price_frozen_s: {
    value: 6 * 3_600,
    min: 0,
    max: 365 * DAY_S,
    zero: 'never',
    about: 'time after which a price that never changes counts as frozen, stable coins excepted',
  },
  price_frozen_stops: {
    value: 1,
    min: 0,
    max: 2,
    values: ['nowhere', 'on the main network', 'everywhere'],
    about: 'where a frozen price stops quotes',
  },
  market_float_venues: {
    value: 2,
    min: 1,
    max: 10,
    about: 'venues that must agree on a coin for float quotes',
  },
  market_fixed_venues: {
    value: 3,
    min: 1,
    max: 10,
    about: 'venues that must agree on a coin for fixed quotes',
  },
  market_float_stale_s: {
    value: 30,
    min: 2,
    // Venues themselves call a book silent that is older.
    max: 30,
    about: "how long a venue's book counts for float quotes, by its own time",
  },
  market_fixed_stale_s: {
    value: 10,
    min: 2,
    max: 30,
    about: "how long a venue's book counts for fixed quotes, by its own time",
  },
  market_off_ppm: {
    value: 10_000,
    min: 100,
    max: 500_000,
    about: 'how far a venue may be from the median of all until it is left out',
  },
  market_small_off_ppm: {
    value: 30_000,
    min: 100,
    max: 500_000,
    about: 'the same for coins that the configuration calls small',
  },
  market_spread_ppm: {
    value: 5_000,
    min: 100,
    max: 500_000,
    about: 'how far the highest venue may be above the lowest for fixed quotes',
  },
  market_jump_ppm: {
    value: 20_000,
    min: 100,
    max: 1_000_000,
    about: 'how far the median may go until fixed quotes wait for a confirmation',
  },
  market_jump_window_s: {
    value: 10,
    min: 1,
    max: 3_600,
    about: 'time within which the median may go so far',
  },
  market_jump_venues: {
    value: 2,
    min: 1,
    max: 10,
    about: 'venues that confirm a jump, each by what it says later',
  },
  market_jump_tolerance_ppm: {
    value: 10_000,
    min: 100,
    max: 500_000,
    about: 'how near to where the jump went they must be',
  },
  market_peg_ppm: {
    value: 10_000,
    min: 100,
    max: 500_000,
    about: 'how far a stable coin may be from 1 until it stops, by venues or a price file',
  },
  market_depth_ppm: {
    value: 30_000,
    min: 100,
    max: 500_000,
    about: "how far from the middle price an order's size may push its own; larger ones are refused",
  },
  market_frozen_s: {
    value: 60,
    min: 5,
    max: 3_600,
    about: 'how long a venue may say the very same while its time goes on; stable coins excepted',
  },
  market_premium_factor_pct: {
    value: 100,
    min: 0,
    max: 1_000,
    about: 'what a fixed price costs, as a part of how far a coin usually moves meanwhile',
  },
  market_premium_floor_ppm: {
    value: 200,
    min: 0,
    max: 500_000,
    about: 'the least that a fixed price costs for what a coin may move meanwhile',
  },
  market_premium_cap_ppm: {
    value: 20_000,
    min: 0,
    max: 500_000,
    about: 'the most that it costs, and what it costs while nothing is known of how a coin moves',
  },
  taken_window_s: {
    value: 120,
    min: 0,
    max: 3_600,
    zero: 'not at all',
    about: 'how long what was exchanged, or promised, makes the next order of its coins dearer',
  },
  anonymous_allowed: {
    value: 1,
    min: 0,
    max: 1,
    about: 'whether calculate, place and query work without a key',
  },
  rate_limit_per_minute: {
    value: 1_200,
    min: 100,
    max: 100_000_000,
    about: 'weight of requests that a caller may spend in a minute',
  },
  unpaid_orders_cap: {
    value: 100,
    min: 1,
    max: 1_000_000,
    about: 'orders a caller may have waiting for a deposit',
  },
  confirm_alone_s: {
    value: 3_600,
    min: 0,
    max: 30 * DAY_S,
    about: 'time until whoever asked may confirm it alone; 10 minutes at least on the main network',
  },
  fixed_open_per_caller_usdt: {
    value: 50_000,
    min: 0,
    max: 1_000_000_000_000,
    zero: 'no cap',
    about: 'what open fixed orders of a caller may be worth',
  },
  fixed_open_per_asset_usdt: {
    value: 500_000,
    min: 0,
    max: 1_000_000_000_000,
    zero: 'no cap',
    about: 'what open fixed orders may promise in one asset',
  },
  fixed_open_usdt: {
    value: 2_000_000,
    min: 0,
    max: 1_000_000_000_000,
    zero: 'no cap',
    about: 'what all open fixed orders together may be worth',
  },
  fixed_share_pct: {
    value: 50,
    min: 1,
    max: 100,
    about: 'part of what the treasury has of an asset that open fixed orders may promise at most',
  },
  fixed_keyless_pct: {
    value: 50,
    min: 1,
    max: 100,
    about: 'part of each of these caps that callers without a key may take together',
  },
  day_per_caller_usdt: {
    value: 0,
    min: 0,
    max: 1_000_000_000_000,
    zero: 'no limit',
    about: 'what orders may be worth which an account, or an address without a key, places in a day of UTC',
  },
  day_per_asset_usdt: {
    value: 0,
    min: 0,
    max: 1_000_000_000_000,
    zero: 'no limit',
    about: 'what orders may be worth which are placed for one receive asset in a day of UTC',
  },
  hedge_least_usdt: {
    value: 100,
    min: 10,
    max: 1_000_000_000_000,
    about: 'what the desk may be long or short of a coin before that is hedged',
  },
  hedge_trade_usdt: {
    value: 10_000,
    min: 10,
    max: 1_000_000_000_000,
    about: 'what one trade of hedging comes to at most',
  },
  hedge_day_usdt: {
    value: 100_000,
    min: 0,
    max: 1_000_000_000_000,
    about: 'what all trades of hedging come to at most in 24 hours',
  },
  hedge_slip_ppm: {
    value: 5_000,
    min: 0,
    max: 100_000,
    about: 'how much worse than the price of the markets hedging trades at most',
  },
  deep_from_usdt: {
    value: 25_000,
    min: 0,
    max: 1_000_000_000_000,
    zero: 'never',
    about: 'worth from which a deposit needs twice its confirmations, and as many again for each tenfold',
  },
  treasury_band_ppm: {
    value: 100_000,
    min: 10_000,
    max: 500_000,
    about: 'how far a treasury may be below its target, or above its hot limit, until something is planned',
  },
  cold_fee_ppm: {
    value: 5_000,
    min: 100,
    max: 500_000,
    about: 'the most that a transfer to the cold address may cost of what it moves',
  },
  cold_pause_s: {
    value: 3_600,
    // A signer counts by the hour, and one may take half of what it lets go.
    min: 3_600,
    max: 30 * DAY_S,
    about: 'time between two transfers of an asset to the cold address, from when one was signed',
  },
  nonce_accounts: {
    value: 20,
    min: 1,
    // As many as there are: chains/durable.ts.
    max: 64,
    about: 'nonce accounts that a treasury on Solana opens at most: so many payments are under way at once',
  },
  keep_ledger_days: {
    value: 0,
    min: 0,
    max: 36_500,
    zero: 'they stay for ever',
    about: 'time after which `archive run` takes lines of the ledger out of the store',
  },
  keep_events_days: {
    value: 0,
    min: 0,
    max: 36_500,
    zero: 'they stay for ever',
    about: 'time after which `archive run` takes the logs of finished orders out of the store',
  },
  keep_webhook_days: {
    value: 14,
    min: 4,
    max: 3_650,
    about: 'time after which attempts to send webhooks are forgotten',
  },
  webhook_loopback: {
    value: 0,
    min: 0,
    max: 1,
    about: "whether webhooks may go to the api node's own machine, by http too; never on the main network",
  },
  address_pool_target: {
    value: 1_000,
    min: 100,
    max: 1_000_000,
    about: 'deposit addresses kept ready per chain kind',
  },
} as const satisfies Record<string, KnownSetting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = Readonly<Record<SettingName, number>>;

export const DEFAULT_SETTINGS: Settings = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { value }]) => [name, value]),
) as Record<SettingName, number>;

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** Reads the settings as they are now. */
export async function loadSettings(database: Queryable): Promise<Settings> {
  const { rows } = await database.query<{ name: string; value: number }>('SELECT name, value FROM setting');
  const changed = rows.filter(({ name }) => isSettingName(name)).map(({ name, value }) => [name, value]);
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(changed) };
}
