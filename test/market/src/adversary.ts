import { QUOTE_LIFETIME_S } from '../../../packages/contract/src/index.ts';
import { DEFAULT_SETTINGS } from '../../../packages/service/src/catalog/settings.ts';
import { premiumPpm } from '../../../packages/service/src/market/premium.ts';
import {
  DEFAULT_PREMIUM_LIMITS,
  type PremiumLimits,
} from '../../../packages/service/src/market/premium-limits.ts';
import { addSample, type MidSample, volatilityPpm } from '../../../packages/service/src/market/volatility.ts';
import { type Agreement, type ArrivedDeposit, decide } from '../../../packages/service/src/orders/decide.ts';
import { fixedRoom } from '../../../packages/service/src/pricing/caps.ts';
import { MINED_GRACE_S } from '../../../packages/service/src/pricing/fixed-wait.ts';
import { quote } from '../../../packages/service/src/pricing/quote.ts';
import { chanceOf, fatTailed } from './chance.ts';

const STEP_S = 10;
const YEAR_S = 365 * 86_400;
/** How far ahead it knows the price. */
const KNOWN_S = 600;
/** What the cheapest account pays an exchange to take the other side: without that a gain is none yet. */
const TRADE_PPM = 1_000;
const FIRST_PRICE = 100;
const ONE = 10n ** 18n;

const { fixed_lifetime_s: LIFETIME_S, fixed_fee_ppm: FEE_PPM } = DEFAULT_SETTINGS;
/** From the quote to the last moment at which a block may take what pays for it. */
export const WAIT_S = QUOTE_LIFETIME_S + LIFETIME_S + MINED_GRACE_S;

/** Which of its orders it pays. */
export type Strategy = 'those that win' | 'all' | 'none';

export interface Played {
  /** Of the value of all orders that it placed, in millionths. */
  readonly winPpm: number;
  readonly premiumPpm: number;
  readonly paidShare: number;
  /** The most that it won by one order, and that its orders were worth at once: USDT. */
  readonly mostWon: number;
}

export interface Play {
  readonly strategy: Strategy;
  /** Of a year, as a share. */
  readonly volatility: number;
  readonly orders: number;
  readonly seed: number;
  readonly feePpm?: number;
  readonly limits?: PremiumLimits;
}

/** Lets an adversary play: each order on a path of its own, with the desk's own premium, formula, caps and rules of deposits. */
export function play({
  strategy,
  volatility,
  orders,
  seed,
  feePpm = FEE_PPM,
  limits = DEFAULT_PREMIUM_LIMITS,
}: Play): Played {
  const chance = chanceOf(seed);
  const step = volatility * Math.sqrt(STEP_S / YEAR_S);
  let [won, placed, paid, premiums, mostWon] = [0, 0, 0, 0, 0];
  for (let n = 0; n < orders; n++) {
    const walk = (price: number) => price * Math.exp(step * fatTailed(chance));
    let [history, price]: [readonly MidSample[], number] = [[], FIRST_PRICE];
    for (let s = -limits.historyS; s <= 0; s += limits.sampleS) {
      history = addSample(history, { at: s * 1_000, mid: fixed(price) }, limits);
      price *= Math.exp(step * Math.sqrt(limits.sampleS / STEP_S) * fatTailed(chance));
    }
    const path = [price];
    while (path.length <= WAIT_S / STEP_S) path.push(walk(path.at(-1) as number));
    const premium = premiumPpm(volatilityPpm(history, limits), WAIT_S, limits);

    // As much as the desk promises one caller at once, half of it each way.
    const room = Number((fixedRoom(DEFAULT_SETTINGS, 0n, {}, false).ofCaller ?? 0n) / ONE);
    for (const isSelling of [true, false]) {
      const value = room / 2;
      const gain = gainOf(path, { value, isSelling, feePpm, premium }, strategy);
      placed += value;
      won += gain ?? 0;
      if (gain !== null) paid++;
      mostWon = Math.max(mostWon, gain ?? 0);
    }
    premiums += premium;
  }
  return {
    winPpm: (won / placed) * 1_000_000,
    premiumPpm: premiums / orders,
    paidShare: paid / (2 * orders),
    mostWon,
  };
}

interface Deal {
  readonly value: number;
  readonly isSelling: boolean;
  readonly feePpm: number;
  readonly premium: number;
}

/** What it makes of one order; null: it does not pay. */
function gainOf(path: readonly number[], deal: Deal, strategy: Strategy): number | null {
  if (strategy === 'none') return null;
  const gainAt = gains(path[0] as number, deal);
  if (strategy === 'all') return gainAt(path[0] as number);
  // While it waits it loses nothing, so it chooses when it knows all that is left.
  const last = honoured().at(-1) as number;
  const known = path.slice((last - KNOWN_S) / STEP_S, last / STEP_S + 1);
  const best = Math.max(...known.map(gainAt));
  return best > 0 ? best : null;
}

/** What is received, by the formula of every quote, against what that and what was sent are worth when a block takes it. */
function gains(agreed: number, { value, isSelling, feePpm, premium }: Deal): (price: number) => number {
  const [coin, usdt] = [
    { decimals: 8, price: fixed(agreed) },
    { decimals: 6, price: ONE },
  ];
  const [source, target] = isSelling ? [coin, usdt] : [usdt, coin];
  const units = isSelling ? BigInt(Math.floor((value / agreed) * 1e8)) : BigInt(Math.floor(value * 1e6));
  const entry = { ...target, group: 1, share: 1n, feePpm, premiumPpm: premium, networkFeeUnits: 0n };
  const received = Number(quote(source, units, [entry])[0]?.units ?? 0n);
  const trade = (value * TRADE_PPM) / 1_000_000;
  return isSelling
    ? (price) => received / 1e6 - (Number(units) / 1e8) * price - trade
    : (price) => (received / 1e8) * price - Number(units) / 1e6 - trade;
}

const AGREED: Agreement = {
  status: 2,
  mode: 'fixed',
  assetId: 1,
  units: 1_000_000n,
  minUnits: 1n,
  maxUnits: 10n ** 12n,
  toleranceUnits: 100n,
  dustUnits: 1_000n,
  expiresAt: QUOTE_LIFETIME_S + LIFETIME_S,
};

/** The seconds in which a block may take the payment, ascending and without a gap: of those that are tried. */
export function honoured(): readonly number[] {
  seconds ??= Array.from({ length: 2 * (WAIT_S / STEP_S) }, (_, n) => n * STEP_S).filter(isHonoured);
  return seconds;
}
let seconds: readonly number[] | null = null;

/** Whether some trick gets the agreed price if a block takes the payment in that second, with whatever came before it. */
function isHonoured(s: number): boolean {
  return TRICKS.some((trick) => {
    const deposits = trick(s);
    const { own } = decide(AGREED, deposits, s);
    return own.what === 'accept' && own.units >= AGREED.units - AGREED.toleranceUnits;
  });
}

const paying = (id: number, units: bigint, seenAt: number, minedAt: number): ArrivedDeposit => ({
  id,
  assetId: 1,
  units,
  state: 'confirmed',
  seenAt,
  minedAt,
  confirmedAt: minedAt,
  isUsed: false,
});

/** What it may have sent by then. `seenAt` is what the desk saw, whatever it was paid with before. */
export const TRICKS: readonly ((s: number) => readonly ArrivedDeposit[])[] = [
  // Paid at once, or at the lowest fee just before the end, and mined only now.
  (s) => [paying(1, AGREED.units, Math.min(s, AGREED.expiresAt), s)],
  // Dust in time, the rest when it knows.
  (s) => [paying(1, AGREED.dustUnits - 1n, 1, 2), paying(2, AGREED.units, s, s)],
  // Half in time, half when it knows.
  (s) => [paying(1, AGREED.units / 2n, 1, 2), paying(2, AGREED.units / 2n, s, s)],
  // Replaced by another of its transfers: that was not seen before it was sent.
  (s) => [{ ...paying(1, AGREED.units, 1, 0), state: 'gone', confirmedAt: 0 }, paying(2, AGREED.units, s, s)],
];

function fixed(price: number): bigint {
  return BigInt(Math.round(price * 1e9)) * 10n ** 9n;
}
