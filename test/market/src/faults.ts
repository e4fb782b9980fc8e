import { LEASE_S } from '../../../packages/service/src/engine/lease.ts';
import type { VenueReading } from '../../../packages/service/src/market/venues/judge-reading.ts';
import type { TrueMarket } from './true-market.ts';

/** What a venue sends: a book, nothing, or that we are to wait. */
export type Sent = VenueReading | 'nothing' | 'wait';

/** Something that goes wrong for a while. */
export interface Fault {
  readonly name: string;
  /** How many of the five venues it befalls. */
  readonly venues: number;
  /** What such a venue sends instead, so many seconds after it began; `before` is what it sent last before. */
  spoil?(sent: VenueReading, s: number, before: VenueReading): Sent;
  /** What truly happens to the markets in that second. */
  happen?(market: TrueMarket, s: number, lastS: number): void;
  /** For how long nobody leads. */
  readonly leaderlessS?: number;
  /** What must be stopped while it lasts, a while after it began: nothing, fixed prices, or both; of stable coins alone. */
  readonly stops: 'nothing' | 'fixed' | 'stable';
}

/** Until a node that takes over has asked for the lease, and its venues have spoken. */
const OPENING_S = 5;

const scaled = ({ bids, asks, at }: VenueReading, factor: number): VenueReading => {
  const side = (levels: VenueReading['bids']) =>
    levels.map(([price, amount]) => [Number(price) * factor, amount] as const);
  return { bids: side(bids), asks: side(asks), at };
};
const later = (sent: VenueReading, ms: number): VenueReading => ({ ...sent, at: (sent.at as number) + ms });

/** The twelve kinds. */
export const FAULTS: readonly Fault[] = [
  { name: 'silence', venues: 3, spoil: () => 'nothing', stops: 'fixed' },
  {
    name: 'frozen stream',
    venues: 2,
    spoil: (sent, _, before) => ({ ...before, at: sent.at }),
    stops: 'nothing',
  },
  {
    name: 'old timestamps',
    venues: 3,
    spoil: (sent, _, before) => ({ ...sent, at: before.at }),
    stops: 'fixed',
  },
  {
    name: 'crossed book',
    venues: 3,
    spoil: ({ bids, asks, at }) => ({ bids: [[Number(asks[0]?.[0]) * 1.001, 1], ...bids], asks, at }),
    stops: 'fixed',
  },
  { name: 'one venue 20 % off', venues: 1, spoil: (sent) => scaled(sent, 1.2), stops: 'nothing' },
  {
    name: 'all venues jump',
    venues: 0,
    happen: (market, s, lastS) => {
      if (s % 30 === 0 && s < lastS)
        for (const { abbr, isStable } of market.coins) if (!isStable) market.jump(abbr, 0.05);
    },
    stops: 'nothing',
  },
  {
    name: 'depeg',
    venues: 0,
    happen: (market, s, lastS) => {
      const isBack = s >= lastS;
      for (const { abbr, isStable } of market.coins)
        if (isStable)
          market.jump(abbr, (isBack ? 1 : Math.max(0.95, 1 - 0.004 * (s + 1))) / market.mid(abbr) - 1);
    },
    stops: 'stable',
  },
  {
    name: 'rubbish',
    venues: 3,
    spoil: ({ bids, asks, at }, s) =>
      [
        { bids: [['free', 1]] as const, asks, at },
        { bids, asks: [[Number.NaN, -1]] as const, at },
        { bids: [], asks: [], at },
        { bids, asks, at: null },
      ][s % 4] as VenueReading,
    stops: 'fixed',
  },
  { name: '429', venues: 3, spoil: () => 'wait', stops: 'fixed' },
  // Nothing comes; after ten seconds it is asked instead, each three.
  {
    name: 'half-open sockets',
    venues: 3,
    spoil: (sent, s) => (s < 10 || s % 3 > 0 ? 'nothing' : sent),
    stops: 'nothing',
  },
  {
    name: 'clock skew',
    venues: 3,
    spoil: (sent, s) => later(sent, s % 2 === 0 ? 20_000 : -60_000),
    stops: 'fixed',
  },
  { name: 'leader killed', venues: 0, leaderlessS: LEASE_S + OPENING_S, stops: 'nothing' },
];
