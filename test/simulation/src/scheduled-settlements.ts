import { confirmScheduled, listScheduled } from '../../../packages/service/src/acts/confirm-scheduled.ts';
import { nameAddressFor } from '../../../packages/service/src/acts/payout-addresses.ts';
import { undoPayoutAddress } from '../../../packages/service/src/affiliates/payout-address.ts';
import type { Subject } from '../../../packages/service/src/screening/screen.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { AFFILIATE } from './affiliates.ts';
import { tried, validAddress } from './people.ts';
import { Random } from './random.ts';
import { apart } from './trials.ts';
import type { World } from './world.ts';

const OPERATOR = { name: 'operator', via: 'command line', address: '', role: null } as const;
const KEY = { name: 'key 1', via: 'interface' } as const;
/** Beyond all that orders and other settlements name. */
const FIRST_ADDRESS = 60_000;
const WEEK_S = 7 * 86_400;
/** Each week, whatever is due. */
const SCHEDULED = { settle_schedule: 1, settle_from_usdt: 0 };
const MOST_WAIT_S = 600;

/**
 * Nodes propose to pay what is due, with clocks that may be weeks ahead; the affiliate names addresses and takes some back; an operator looks at what
 * is proposed, and later on confirms what they have seen, whatever has happened meanwhile.
 */
export class ScheduledSettlements {
  private readonly world: World;
  private readonly random: Random;
  private made = 0;
  private seen: number[] = [];

  constructor(world: World) {
    this.world = world;
    this.random = new Random(apart(world.seed + 16));
  }

  async step(often: number): Promise<void> {
    if (this.random.chance(often)) await this.name();
    if (this.random.chance(often / 2)) await this.undo();
    if (this.random.chance(often * 2)) await this.propose();
    if (this.random.chance(often)) await this.look();
    if (this.random.chance(often)) await this.confirm();
  }

  private async name(): Promise<void> {
    const { database, chains, catalogue, clock, log } = this.world;
    const chain = this.random.pick(chains);
    const asset = this.random.pick(catalogue.assets.filter((each) => each.chain.id === chain.chain.id));
    const address = validAddress(chain, FIRST_ADDRESS + this.made++);
    const waitS = this.random.between(0, MOST_WAIT_S);
    const now = clock.now();
    const context = this.contextAt(now, waitS);
    const wish = { account: 'affiliate', chain: asset.chain.name, coin: asset.abbr, to: address };
    const outcome = await tried(async () => {
      await transaction(database, (client) => nameAddressFor(client, wish, KEY, context, now));
      return 'done';
    });
    log.say(`the affiliate names ${address} to be paid ${asset.abbr}, from in ${waitS} s on: ${outcome}`);
  }

  private async undo(): Promise<void> {
    const { database, clock, log } = this.world;
    const outcome = await tried(async () => {
      await transaction(database, (client) => undoPayoutAddress(client, AFFILIATE.id, KEY, clock.now()));
      return 'done';
    });
    log.say(`the affiliate takes an address back: ${outcome}`);
  }

  private async propose(): Promise<void> {
    const { nodes, clock, published } = this.world;
    // Prices that are heard through the store are too old for a clock that is ahead.
    const aheadS = published === null ? this.random.between(0, 3) * WEEK_S : 0;
    const alive = nodes.filter(({ process }) => !process.isDead && !process.isPaused);
    if (alive.length > 0) await this.random.pick(alive).propose(this.contextAt(clock.now() + aheadS));
  }

  private async look(): Promise<void> {
    const { database, catalogue } = this.world;
    this.seen = (await listScheduled(database, catalogue)).map(({ proposal }) => proposal);
  }

  private async confirm(): Promise<void> {
    const { database, clock, log } = this.world;
    const now = clock.now();
    const outcome = await tried(async () => {
      const done = await confirmScheduled(database, this.seen, OPERATOR, this.contextAt(now), 0, now);
      return done.map(({ proposal, whyNot }) => `${proposal} ${whyNot ?? 'done'}`).join(', ');
    });
    log.say(`an operator confirms what was scheduled, ${this.seen.join()}: ${outcome}`);
  }

  private contextAt(now: number, payout_address_wait_s = 0) {
    const { board, catalogue, published, screening } = this.world;
    const market = board.market(catalogue, now, published?.rates);
    return {
      market: { ...market, settings: { ...market.settings, payout_address_wait_s, ...SCHEDULED } },
      network: 'test' as const,
      withdrawals: {},
      screen: async (subject: Subject) => screening.ask(subject),
    };
  }
}
