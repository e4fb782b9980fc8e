import { DEFAULT_MARKET_LIMITS } from '../../../packages/service/src/market/market-limits.ts';
import { FAULTS, type Fault } from './faults.ts';
import { ReplayedDesk } from './replayed-desk.ts';
import { TrueMarket, VENUES } from './true-market.ts';

const BEGAN = 1_700_000_000_000;
const SIZES = [100, 20_000];
const MODES = ['float', 'fixed'] as const;
/** A calculation in binary floats is off by less. */
const ROUNDING = 1e-9;

/** What became of one kind of fault. */
export interface FaultReport {
  readonly name: string;
  /** Seconds in which at least one coin was not quoted, from the fault's beginning on. */
  readonly lost: Record<(typeof MODES)[number], number>;
  /** Seconds from its beginning until a coin stopped; null: none did. */
  noticedS: number | null;
  /** Seconds from its end until all coins were quoted at fixed prices again. */
  backS: number | null;
  /** Seconds, of those in which something had to be stopped, in which it was not. */
  unstopped: number;
}

export interface Replay {
  readonly reports: readonly FaultReport[];
  readonly quotes: number;
  /** Better than anybody truly gave within the time for which a book counts. */
  readonly wrong: readonly string[];
}

export interface ReplayOptions {
  readonly coins: number;
  readonly seed: number;
  /** Seconds for each fault, the calm before and after it included; and how long it lasts. */
  readonly slotS: number;
  readonly faultS: number;
}

/** Replays so many seconds with each kind of fault in turn, and holds every quote against the true books. */
export function replay({ coins, seed, slotS, faultS }: ReplayOptions): Replay {
  const market = new TrueMarket(coins, seed);
  const desk = new ReplayedDesk(market.coins, BEGAN);
  const wrong: string[] = [];
  let [second, quotes] = [0, 0];

  const tick = (fault: Fault, s: number, before: Map<string, ReturnType<typeof readingOf>>) => {
    const now = BEGAN + second * 1_000;
    desk.at(now);
    if (s >= 0) fault.happen?.(market, s, faultS);
    market.step();
    const leaderlessS = s < 0 ? 0 : (fault.leaderlessS ?? 0);
    if (leaderlessS > 0 && s === leaderlessS) desk.begin();
    for (const [n, venue] of VENUES.entries())
      for (const { abbr } of market.coins) {
        const sent = readingOf(market, n, abbr, now);
        const key = `${venue} ${abbr}`;
        const isBad = s >= 0 && s < faultS && n < fault.venues && fault.spoil !== undefined;
        if (!isBad) before.set(key, sent);
        // A venue that says nothing for a second has not failed: most say something several times in one.
        desk.hear(venue, abbr, isBad ? fault.spoil!(sent, s, before.get(key) ?? sent) : sent);
      }
    if (s >= leaderlessS || s < 0) desk.judge();
    second++;
  };

  const isQuoted = (abbr: string, mode: (typeof MODES)[number]) =>
    desk.offer(abbr, mode, SIZES[0] as number, market.mid(abbr)) !== null;

  const compare = (fault: Fault) => {
    for (const { abbr } of market.coins)
      for (const mode of MODES)
        for (const usdt of SIZES) {
          const offer = desk.offer(abbr, mode, usdt, market.mid(abbr));
          if (offer === null) continue;
          quotes++;
          const { floatStaleS, fixedStaleS } = DEFAULT_MARKET_LIMITS;
          const best = market.best(abbr, usdt, mode === 'fixed' ? fixedStaleS : floatStaleS);
          if (offer.sell > best.sell * (1 + ROUNDING) || offer.buy < best.buy * (1 - ROUNDING))
            wrong.push(
              `${fault.name}: ${abbr} ${mode} ${usdt} at ${second} s: ${JSON.stringify({ offer, best })}`,
            );
        }
  };

  const reports = FAULTS.map((fault): FaultReport => {
    const report: FaultReport = {
      name: fault.name,
      lost: { float: 0, fixed: 0 },
      noticedS: null,
      backS: null,
      unstopped: 0,
    };
    const before = new Map<string, ReturnType<typeof readingOf>>();
    const calmS = Math.floor((slotS - faultS) / 3);
    for (let s = -calmS; s < slotS - calmS; s++) {
      tick(fault, s, before);
      compare(fault);
      if (s < 0) continue;
      const missing = (mode: (typeof MODES)[number]) =>
        market.coins.filter(({ abbr }) => !isQuoted(abbr, mode));
      const [float, fixed] = [missing('float').length, missing('fixed').length];
      if (float > 0) report.lost.float++;
      if (fixed > 0) report.lost.fixed++;
      if (fixed > 0) report.noticedS ??= s;
      if (s >= faultS && fixed === 0) report.backS ??= s - faultS;
      if (s >= faultS && fixed > 0) report.backS = null;
      // Ten seconds for a book to grow old, and one for whoever looks.
      const mustBeStopped = s > DEFAULT_MARKET_LIMITS.fixedStaleS + 1 && s < faultS;
      if (mustBeStopped && fault.stops === 'fixed' && fixed < market.coins.length) report.unstopped++;
      if (
        mustBeStopped &&
        fault.stops === 'stable' &&
        market.coins.some((coin) => coin.isStable && isQuoted(coin.abbr, 'float'))
      )
        report.unstopped++;
    }
    return report;
  });
  return { reports, quotes, wrong };
}

function readingOf(market: TrueMarket, venue: number, abbr: string, now: number) {
  const { bids, asks } = market.book(venue, abbr);
  return { bids, asks, at: now };
}

/** The table of recovery times, for people. */
export function tableOf({ reports, quotes }: Replay): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['Fault', 'noticed after', 'float lost', 'fixed lost', 'all back after its end']),
    line(['---', '---', '---', '---', '---']),
    ...reports.map(({ name, noticedS, lost, backS }) =>
      line([
        name,
        noticedS === null ? 'nothing stops' : `${noticedS} s`,
        `${lost.float} s`,
        `${lost.fixed} s`,
        backS === null ? 'never' : `${backS} s`,
      ]),
    ),
    `${quotes} quotes compared with the true books.`,
  ].join('\n');
}
