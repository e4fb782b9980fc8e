import { DEFAULT_SETTINGS } from '../../../packages/service/src/catalog/settings.ts';
import { confirmPrice } from '../../../packages/service/src/pricing/confirm-price.ts';
import type { PriceFeed } from '../../../packages/service/src/pricing/feeds/feed.ts';
import { publishPrices } from '../../../packages/service/src/pricing/prices.ts';
import { Rates } from '../../../packages/service/src/pricing/rates.ts';
import { loadRates } from '../../../packages/service/src/pricing/read-rates.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { tried } from './people.ts';
import { Random } from './random.ts';
import { apart } from './trials.ts';
import type { World } from './world.ts';

/** How often the feed is asked. */
const INTERVAL_S = 5;

/** Shorter than a source must go on saying a jump until it counts. */
const LONGEST_SLIP_S = 200;

/** In worlds where feeds freeze: a price that stays the same for longer is none. */
const FROZEN_S = 30;

/** A feed that says the same again and again, as if it were of now. */
interface Freeze {
  readonly values: ReadonlyMap<string, bigint>;
  readonly until: number;
}

/** A price that the feed says and that never was the market's: a slip of the comma. */
interface Slip {
  readonly abbr: string;
  readonly times: bigint;
  readonly until: number;
}

/**
 * Prices as nodes have them: read from a feed, judged, stored. A coin that jumps is not quoted until somebody has confirmed
 * it or it has stayed there; who writes the feed may die, for longer than a price may be old, or write what is not so.
 */
export class PublishedPrices {
  rates = new Rates([]);
  private readonly world: World;
  private readonly feed: PriceFeed;
  private nextAt = 0;
  private slip: Slip | null = null;
  /** Whether what the feed said last was so. What it says first is: there is nothing that it could be held against. */
  private isRight = false;
  private readonly slips: Random;
  private freeze: Freeze | null = null;
  private isCalm = false;
  /** Null where no feed freezes. */
  private readonly freezes: Random | null;

  /** How old a price may be that nobody knows to be old. */
  get longestBehindS(): number {
    return DEFAULT_SETTINGS.price_max_age_s + (this.freezes === null ? 0 : FROZEN_S);
  }

  static async open(world: World): Promise<PublishedPrices> {
    const published = new PublishedPrices(world);
    if (published.freezes !== null)
      await world.database.query(
        `INSERT INTO setting (name, value) VALUES ('price_frozen_s', ${FROZEN_S}), ('price_frozen_stops', 2)`,
      );
    return published;
  }

  private constructor(world: World) {
    this.world = world;
    this.slips = new Random(apart(world.seed + 1));
    this.freezes = world.trials.has('frozen') ? new Random(apart(world.seed + 5)) : null;
    this.feed = {
      name: 'simulation',
      intervalMs: INTERVAL_S * 1_000,
      read: async (now) => ({ prices: this.said(now), faults: [] }),
    };
  }

  /** Prices move, or are heard of no more; and an operator looks at those that stopped. */
  async step(): Promise<void> {
    const { luck, board, clock, log } = this.world;
    if (luck.chance(0.04)) {
      // Whoever writes the feed dies, prices move on, and for a while nobody hears of it.
      board.stop(clock.now());
      log.say(`nobody hears of it: ${board.jump(luck, clock.now())}`);
      clock.advance(luck.between(10, 200));
    }
    if (luck.chance(0.04)) log.say(board.jump(luck, clock.now()));
    if (luck.chance(0.04)) board.goOn();
    this.slipNowAndThen();
    this.freezeNowAndThen();
    await this.publish();
    if (luck.chance(0.1)) await this.confirm();
  }

  private slipNowAndThen(): void {
    const { clock, log } = this.world;
    // Between two slips it has said what is so, or both would be one that lasts.
    if (!this.slips.chance(0.2) || this.isSlipping() || !this.isRight) return;
    const abbr = this.slips.pick(['BTC', 'LTC', 'ETH', 'BNB']);
    const until = clock.now() + this.slips.between(10, LONGEST_SLIP_S);
    this.slip = { abbr, times: this.slips.pick([10n, 100n]), until };
    log.say(`the feed says ${this.slip.times} times the price of ${abbr}`);
  }

  private freezeNowAndThen(): void {
    const { clock, log, board } = this.world;
    if (this.freezes === null || !this.freezes.chance(0.06)) return;
    const values = board.all();
    this.freeze = { values, until: clock.now() + this.freezes.between(60, 900) };
    // Heard at once: how long it has been so before it was first heard, nobody could know.
    this.nextAt = 0;
    log.say('the feed freezes');
  }

  /** How long a node that has heard them waits until it can decide: most often not at all. */
  drawDelay(): number {
    return !this.isCalm && this.slips.chance(0.15) ? this.slips.between(10, 150) : 0;
  }

  jump(): void {
    const { board, clock, log } = this.world;
    log.say(board.jump(this.slips, clock.now()));
  }

  /** From now on nobody waits before deciding; false if that is so already. */
  calmDown(): boolean {
    const wasCalm = this.isCalm;
    this.isCalm = true;
    return !wasCalm;
  }

  /** The feed says what is so. */
  setRight(): void {
    this.slip = null;
    this.freeze = null;
  }

  private isSlipping(): boolean {
    return this.slip !== null && this.world.clock.now() < this.slip.until;
  }

  private said(now: number): ReturnType<World['board']['heardAt']> {
    const { board } = this.world;
    if (this.freeze !== null && now < this.freeze.until)
      return [...this.freeze.values].map(([abbr, value]) => ({ abbr, value, at: now }));
    const { abbr, times } = this.isSlipping() && this.slip !== null ? this.slip : { abbr: '', times: 1n };
    return board
      .heardAt(now)
      .map((each) => (each.abbr === abbr ? { ...each, value: each.value * times } : each));
  }

  /** As a node does every few seconds; all others read it from the store. */
  async publish(): Promise<void> {
    await this.publishDue();
    this.rates = await loadRates(this.world.database);
  }

  /** The same while some node waits for an answer, and time passes for all. */
  async publishDue(): Promise<void> {
    const { database, clock, log } = this.world;
    if (clock.now() < this.nextAt) return;
    this.nextAt = clock.now() + INTERVAL_S;
    this.isRight = !this.isSlipping();
    if (this.freezes !== null) this.world.board.tick(this.freezes, clock.now());
    for (const line of await publishPrices(database, this.feed, clock.now, 'test')) log.say(line);
    this.rates = await loadRates(database);
  }

  /** `price confirm`, for all that stopped: by what the market says, wherever an operator has it from. */
  async confirm(): Promise<void> {
    const { database, clock, board, log } = this.world;
    for (const { abbr, stop } of [...this.rates.prices]) {
      if (stop == null) continue;
      const outcome = await tried(() =>
        transaction(database, async (client) => {
          const asked = { seen: board.priceOf(abbr), settings: DEFAULT_SETTINGS, now: clock.now() };
          await confirmPrice(client, abbr, asked);
          return 'done';
        }),
      );
      log.say(`an operator confirms the price of ${abbr}: ${outcome}`);
      this.rates = await loadRates(database);
      // Near enough to what the market says: it counts as a price of now.
      const confirmed = this.rates.prices.find((price) => price.abbr === abbr);
      if (outcome === 'done' && confirmed !== undefined) board.confirm(abbr, confirmed.value, clock.now());
    }
  }
}
