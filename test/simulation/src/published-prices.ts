import { DEFAULT_SETTINGS } from '../../../packages/service/src/catalog/settings.ts';
import { confirmPrice } from '../../../packages/service/src/pricing/confirm-price.ts';
import type { PriceFeed } from '../../../packages/service/src/pricing/feeds/feed.ts';
import { loadRates, publishPrices } from '../../../packages/service/src/pricing/prices.ts';
import { Rates } from '../../../packages/service/src/pricing/rates.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { tried } from './people.ts';
import type { World } from './world.ts';

/** How often the feed is asked. */
const INTERVAL_S = 5;

/**
 * Prices as nodes have them: read from a feed, judged, stored. A coin that jumps is not quoted until somebody has confirmed
 * it or it has stayed there; and who writes the feed may die, for longer than a price may be old.
 */
export class PublishedPrices {
  rates = new Rates([]);
  private readonly world: World;
  private readonly feed: PriceFeed;
  private nextAt = 0;

  constructor(world: World) {
    this.world = world;
    this.feed = {
      name: 'simulation',
      intervalMs: INTERVAL_S * 1_000,
      read: async (now) => ({ prices: world.board.heardAt(now), faults: [] }),
    };
  }

  /** Prices move, or are heard of no more; and an operator looks at those that stopped. */
  async step(): Promise<void> {
    const { fate, board, clock, log } = this.world;
    if (fate.chance(0.04)) {
      // Whoever writes the feed dies, prices move on, and for a while nobody hears of it.
      board.stop(clock.now());
      log.say(`nobody hears of it: ${board.jump(fate, clock.now())}`);
      clock.advance(fate.between(10, 200));
    }
    if (fate.chance(0.04)) log.say(board.jump(fate, clock.now()));
    if (fate.chance(0.04)) board.goOn();
    await this.publish();
    if (fate.chance(0.1)) await this.confirm();
  }

  /** As a node does every few seconds; all others read it from the store. */
  async publish(): Promise<void> {
    const { database, clock, log } = this.world;
    if (clock.now() >= this.nextAt) {
      this.nextAt = clock.now() + INTERVAL_S;
      for (const line of await publishPrices(database, this.feed, clock.now, 'test')) log.say(line);
    }
    this.rates = await loadRates(database);
  }

  /** `price confirm`, for all that stopped. */
  async confirm(): Promise<void> {
    const { database, clock, log } = this.world;
    for (const { abbr, stop } of this.rates.prices) {
      if (stop == null) continue;
      const outcome = await tried(() =>
        transaction(database, async (client) => {
          const asked = { seen: null, settings: DEFAULT_SETTINGS, now: clock.now() };
          await confirmPrice(client, abbr, asked);
          return 'done';
        }),
      );
      log.say(`an operator confirms the price of ${abbr}: ${outcome}`);
    }
    this.rates = await loadRates(database);
  }
}
