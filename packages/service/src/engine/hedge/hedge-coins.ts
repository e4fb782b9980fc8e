import type { Settings } from '../../catalog/settings.ts';
import { loadHeld } from '../../ledger/venue-coins.ts';
import { TOLD_IN } from '../../market/venues/known-venues.ts';
import { ONE } from '../../money/fixed.ts';
import { rehearseTrade } from '../../trades/change-trades.ts';
import { type HedgedCoin, loadBase } from '../../trades/hedge-standing.ts';
import { sentTrades, tradedValue } from '../../trades/read-trades.ts';
import type { PlannedTrade } from '../../trades/trade.ts';
import type { MarketRules, TradingVenue } from '../../trades/trading-venue.ts';
import { loadVenueAccounts } from '../../trades/venue-accounts.ts';
import { underLease } from '../lease.ts';
import type { Hedging } from './hedging.ts';
import { look } from './look.ts';
import { type Exposure, isEnough, planAt, type TradeLimits } from './plan-at.ts';
import { sendTrade } from './send-trade.ts';
import { unsureOf } from './unsure.ts';
import { isAboutToAgree, shutWhy } from './venue-shut.ts';

const DAY_S = 86_400;
/** Rules of a market are asked for again after so long. */
const RULES_S = 3_600;
const usdt = (whole: number) => BigInt(whole) * ONE;
/** Beyond what limits a rehearsal: it looks at no funds. */
const PLENTY = 10n ** 60n;

/** Looks at each coin, trades what is to be traded, and says how it stands with each. One coin that fails stops no other. */
export async function hedgeCoins(
  hedging: Hedging,
  base: ReadonlyMap<string, bigint>,
  stopped: string | null,
): Promise<{ coins: HedgedCoin[]; failures: unknown[] }> {
  const { mode } = hedging;
  const seen = await look(hedging, base);
  const coins: HedgedCoin[] = [];
  const failures: unknown[] = [];
  for (const abbr of seen.coins) {
    if (abbr === TOLD_IN) continue;
    const { units, price } = seen.of(abbr);
    const waits =
      units === 0n || stopped !== null || mode === 'off'
        ? ''
        : price === null
          ? 'it has no price now'
          : await hedgeCoin(hedging, { abbr, units, price }, seen.settings).catch((error: unknown) => {
              failures.push(error);
              return (error as Error).message;
            });
    const value = price === null ? null : String((units * price) / ONE);
    coins.push({ abbr, exposure: String(units), value, waits });
  }
  return { coins, failures };
}

/** Why it waits; empty if it does not. */
async function hedgeCoin(hedging: Hedging, before: Exposure, settings: Settings): Promise<string> {
  const { engine, memory, mode } = hedging;
  const least = usdt(settings.hedge_least_usdt);
  if (!isEnough(before, least)) return '';
  const limits = await limitsOf(hedging, settings);
  const { abbr } = before;
  // It is being traded: nothing is in the way. What stays open for long the doctor tells by itself.
  if ((await sentTrades(engine.database)).some((trade) => trade.abbr === abbr)) return '';
  const accounts = await loadVenueAccounts(engine.database);
  const unsure = mode === 'on' ? await unsureOf(hedging, before, accounts) : null;
  if (unsure !== null) return unsure;
  if (memory.pausedUntil(abbr) > engine.clock())
    return 'the last trade of it brought nothing: tried again soon';
  // A venue that was slow with another coin may have taken long: what it is and costs now counts.
  const base = (await loadBase(engine.database)) ?? new Map<string, bigint>();
  const { units, price } = (await look(hedging, base)).of(abbr);
  if (price === null) return 'it has no price now';
  const exposure = { abbr, units, price };
  if (!isEnough(exposure, least)) return '';
  const reasons: string[] = [];
  for (const venue of hedging.venues) {
    if (mode === 'on' && isAboutToAgree(hedging, venue.name)) return '';
    const account = accounts.find((each) => each.venue === venue.name);
    const shut = mode === 'on' ? shutWhy(hedging, venue.name, account) : null;
    const plan = shut ?? (await planOf(hedging, venue, exposure, limits));
    if (typeof plan === 'string') reasons.push(plan);
    else return mode === 'on' ? trade(hedging, venue, plan, base.get(abbr) ?? 0n) : rehearse(hedging, plan);
  }
  return reasons.join('; ');
}

async function trade(
  hedging: Hedging,
  venue: TradingVenue,
  plan: PlannedTrade,
  base: bigint,
): Promise<string> {
  await sendTrade(hedging, venue, plan, base);
  return '';
}

async function rehearse({ engine, lease, newId }: Hedging, plan: PlannedTrade): Promise<string> {
  await underLease(engine.database, lease, (client) => rehearseTrade(client, plan, newId(), engine.clock()));
  return '';
}

async function planOf(
  hedging: Hedging,
  venue: TradingVenue,
  exposure: Exposure,
  limits: TradeLimits,
): Promise<PlannedTrade | string> {
  const { abbr } = exposure;
  const rules = await rulesOf(hedging, venue, abbr);
  if (rules === null) return `${venue.name} does not trade ${abbr} against ${TOLD_IN}`;
  const held = (await loadHeld(hedging.engine.database)).filter((coin) => coin.venue === venue.name);
  const unitsOf = (coin: string) =>
    hedging.mode === 'on' ? (held.find((each) => each.abbr === coin)?.units ?? 0n) : PLENTY;
  return planAt(venue.name, exposure, rules, { coin: unitsOf(abbr), usdt: unitsOf(TOLD_IN) }, limits);
}

async function rulesOf(
  { engine, memory }: Hedging,
  venue: TradingVenue,
  abbr: string,
): Promise<MarketRules | null> {
  const key = `${venue.name} ${abbr}`;
  const known = memory.rules.get(key);
  if (known !== undefined && Math.abs(engine.clock() - known.at) < RULES_S) return known.rules;
  const rules = await venue.rules(abbr);
  memory.rules.set(key, { rules, at: engine.clock() });
  return rules;
}

async function limitsOf({ engine }: Hedging, settings: Settings): Promise<TradeLimits> {
  const today = await tradedValue(engine.database, engine.clock() - DAY_S);
  const most = usdt(settings.hedge_day_usdt);
  return {
    leastValue: usdt(settings.hedge_least_usdt),
    mostValue: usdt(settings.hedge_trade_usdt),
    leftToday: most > today ? most - today : 0n,
    slipPpm: settings.hedge_slip_ppm,
  };
}
