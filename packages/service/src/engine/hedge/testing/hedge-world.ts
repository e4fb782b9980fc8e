import { createTestDatabase, type TestDatabase } from '../../../../../../test/support/database.ts';
import type { Catalogue } from '../../../catalog/catalogue.ts';
import { loadCatalogue } from '../../../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../catalog/settings.ts';
import type { Posting } from '../../../ledger/accounts.ts';
import { post } from '../../../ledger/post.ts';
import { loadHeld } from '../../../ledger/venue-coins.ts';
import { FIXED_DECIMALS, ONE, parseFixed } from '../../../money/fixed.ts';
import { powerOfTen } from '../../../money/units.ts';
import { Rates } from '../../../pricing/rates.ts';
import { bookMoved } from '../../../trades/book-moved.ts';
import { type HedgeMode, loadBase } from '../../../trades/hedge-standing.ts';
import type { TradingVenue } from '../../../trades/trading-venue.ts';
import type { Engine } from '../../context.ts';
import { takeLease } from '../../lease.ts';
import { less, positionByCoin } from '../exposures.ts';
import { HEDGE_LEASE, hedgeRound } from '../hedge-job.ts';
import { HedgeMemory } from '../hedging.ts';
import { crashing } from './crashing.ts';
import { ModelVenue } from './model-venue.ts';

const START = 1_700_000_000;
/** What each venue holds for us when it begins. */
const FUNDS = { BTC: 5n, ETH: 100n, USDT: 1_000_000n, BNB: 100n };
const ASSETS = { BTC: 'Bitcoin', ETH: 'Ethereum', USDT: 'Ethereum' } as const;
export type Coin = keyof typeof ASSETS;

/** The real store and two model venues, in a time of their own. */
export class HedgeWorld {
  now = START;
  settings: Settings = DEFAULT_SETTINGS;
  mode: HedgeMode = 'on';
  prices: Record<string, bigint> = {
    BTC: parseFixed('100000'),
    ETH: parseFixed('4000'),
    BNB: parseFixed('600'),
    USDT: ONE,
  };
  /** Whether the next commits are a process's last. */
  crash: () => 'before' | 'after' | null = () => null;
  readonly venues: readonly [ModelVenue, ModelVenue];
  /** In place of the models. */
  traded: readonly TradingVenue[];
  /** What exchanging and paying has made the desk long or short of, by a book of the test's own, in 10^-18. */
  readonly flows = new Map<string, bigint>();
  readonly warnings: string[] = [];
  readonly test: TestDatabase;
  private readonly engine: Pick<Engine, 'database' | 'clock' | 'market' | 'warn'>;
  private readonly catalogue: Catalogue;
  private readonly newId: () => string;
  private memory = new HedgeMemory();
  private holder = 0;
  private orders = 0;

  private constructor(test: TestDatabase, catalogue: Catalogue, newId: () => string) {
    this.test = test;
    this.catalogue = catalogue;
    this.newId = newId;
    const world = { nowMs: () => this.now * 1_000, price: (abbr: string) => this.prices[abbr] as bigint };
    this.venues = [new ModelVenue('binance', world, 'got'), new ModelVenue('kraken', world, 'BNB')];
    this.traded = this.venues;
    this.engine = {
      database: crashing(test.database, () => this.crash()),
      clock: () => this.now,
      market: async () => {
        const priced = Object.entries(this.prices);
        const rates = new Rates(
          priced.map(([abbr, value]) => ({ abbr, value, at: this.now, source: 'market' })),
        );
        return { catalogue, rates, settings: this.settings, now: this.now };
      },
      warn: (_facts, message) => void this.warnings.push(message),
    };
  }

  static async open(newId: () => string): Promise<HedgeWorld> {
    const test = await createTestDatabase();
    const world = new HedgeWorld(test, await loadCatalogue(test.database), newId);
    for (const venue of world.venues)
      for (const [abbr, whole] of Object.entries(FUNDS)) await world.bring(venue, abbr, whole * ONE);
    return world;
  }

  /** Something arrives at a venue, and an operator books it. */
  async bring(venue: ModelVenue, abbr: string, units: bigint): Promise<void> {
    venue.held.set(abbr, (venue.held.get(abbr) ?? 0n) + units);
    await bookMoved(this.test.database, { venue: venue.name, abbr, units }, 'moved', 'brought', this.now);
  }

  /** An order is accepted: so much of one coin has come for what another costs, less a service fee, and is owed. */
  async accept(from: Coin, to: Coin, value: bigint): Promise<void> {
    const orderId = ++this.orders;
    const [got, given] = [this.unitsOf(from, value), this.unitsOf(to, value)];
    const fee = given.units / 200n;
    const order = { account: 'order', orderId } as const;
    await this.post('exchanged', [
      { ...order, assetId: got.assetId, units: got.units },
      { account: 'treasury', assetId: got.assetId, units: -got.units },
      { account: 'treasury', assetId: given.assetId, units: given.units },
      { ...order, assetId: given.assetId, units: fee - given.units },
      { account: 'fee', assetId: given.assetId, units: -fee },
    ]);
    this.flow(from, got.units * got.scale);
    this.flow(to, (fee - given.units) * given.scale);
  }

  /** What networks take for payments. */
  async pay(coin: Coin, value: bigint): Promise<void> {
    const { assetId, units, scale } = this.unitsOf(coin, value);
    await this.post('fee', [
      { account: 'outgoing', assetId, units: -units },
      { account: 'network', assetId, units },
    ]);
    this.flow(coin, -units * scale);
  }

  /** An operator puts something into a wallet: nothing to hedge. */
  async fund(coin: Coin, value: bigint): Promise<void> {
    const { assetId, units } = this.unitsOf(coin, value);
    await this.post('deposit', [
      { account: 'incoming', assetId, units },
      { account: 'treasury', assetId, units: -units },
    ]);
  }

  /** One look, by whoever hedges. */
  async round(): Promise<void> {
    const { database } = this.test;
    const lease = await takeLease(database, HEDGE_LEASE, `node ${this.holder}`, this.now, 6);
    if (lease === null) throw new Error('nobody hedges');
    const { engine, mode, traded: venues, memory, newId } = this;
    await hedgeRound({ engine, lease, mode, venues, memory, newId, clockMs: () => this.now * 1_000 });
  }

  /** Another process takes over, which remembers nothing. */
  restart(): void {
    this.crash = () => null;
    this.holder++;
    this.memory = new HedgeMemory();
    this.now += 10;
  }

  /** What the desk is long or short of beyond where it began, by the ledger. */
  async exposures(): Promise<ReadonlyMap<string, bigint>> {
    return less(
      await positionByCoin(this.test.database, this.catalogue),
      (await loadBase(this.test.database)) ?? new Map(),
    );
  }

  /** The same by what was exchanged and by the venues' own books. */
  expected(): Map<string, bigint> {
    const all = new Map(this.flows);
    for (const { held } of this.venues)
      for (const [abbr, units] of held) {
        const brought = (FUNDS[abbr as keyof typeof FUNDS] ?? 0n) * ONE;
        all.set(abbr, (all.get(abbr) ?? 0n) + units - brought);
      }
    return all;
  }

  /** Where ledger and a venue's own books differ, in words. */
  async differences(): Promise<string[]> {
    const held = await loadHeld(this.test.database);
    return this.venues.flatMap((venue) =>
      [...venue.held]
        .map(([abbr, units]) => ({
          abbr,
          units,
          booked: held.find((coin) => coin.venue === venue.name && coin.abbr === abbr)?.units,
        }))
        .filter(({ units, booked }) => units !== booked)
        .map(({ abbr, units, booked }) => `${venue.name} ${abbr}: ${units}, booked ${booked}`),
    );
  }

  worth(abbr: string, units: bigint): bigint {
    return (units * (this.prices[abbr] as bigint)) / ONE;
  }

  private async post(why: string, entries: Posting['entries']): Promise<void> {
    await post(this.test.database, [{ why, entries }], this.now);
  }

  private flow(abbr: string, units: bigint): void {
    this.flows.set(abbr, (this.flows.get(abbr) ?? 0n) + units);
  }

  private unitsOf(coin: Coin, value: bigint): { assetId: number; units: bigint; scale: bigint } {
    const asset = this.catalogue.find(ASSETS[coin], coin);
    if (asset === undefined) throw new Error(`no ${coin}`);
    const scale = powerOfTen(FIXED_DECIMALS - asset.decimals);
    return { assetId: asset.id, units: (value * ONE) / (this.prices[coin] as bigint) / scale, scale };
  }
}
