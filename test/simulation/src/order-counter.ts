import type { Caller } from '../../../packages/service/src/access/caller.ts';
import type { RefCode } from '../../../packages/service/src/affiliates/ref-code.ts';
import { DEFAULT_SETTINGS } from '../../../packages/service/src/catalog/settings.ts';
import type { AddressSpace } from '../../../packages/service/src/chains/family.ts';
import type { OnMismatch, Order } from '../../../packages/service/src/orders/order.ts';
import { type PlaceContext, type Placement, place } from '../../../packages/service/src/orders/place.ts';
import { orderStore } from '../../../packages/service/src/orders/store-order.ts';
import { sealQuote } from '../../../packages/service/src/pricing/calc-id.ts';
import {
  agree,
  type ExchangeRequest,
  type Market,
  type Terms,
} from '../../../packages/service/src/pricing/terms.ts';
import { Refusal } from '../../../packages/service/src/refusal.ts';
import type { AddressPool } from '../../../packages/service/src/wallet/address-pool.ts';
import type { Counters } from './given-addresses.ts';
import { isLocked } from './locked.ts';
import { ownAddress, validAddress } from './people.ts';
import { Random } from './random.ts';
import { apart } from './trials.ts';
import type { SimulatedChain, World } from './world.ts';

/** Caps that a few orders reach. */
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  unpaid_orders_cap: 6,
  fixed_open_per_caller_usdt: 1_500,
  fixed_open_per_asset_usdt: 2_500,
  fixed_keyless_pct: 40,
};
/** Nobody here has a key. */
const KEYLESS_PER_ASSET_USDT = (SETTINGS.fixed_open_per_asset_usdt * SETTINGS.fixed_keyless_pct) / 100;
const SEAL_KEY = { id: 1, key: Buffer.alloc(32, 7), createdAt: 0 };
/** Receivers of these orders have numbers of their own. */
const FIRST_RECEIVER = 20_000;

/** An order as whoever placed it was told of it. */
export interface Answered {
  readonly order: Order;
  readonly terms: Terms;
}

/**
 * Two nodes that take orders as the interface does: a quote is sealed and opened, addresses come from a stock, caps are kept.
 * A client whose answer was lost asks again, at the other node or at the very same moment: it is the same order.
 */
export class OrderCounter {
  private readonly world: World & { readonly counters: Counters };
  private readonly random: Random;
  private readonly store: PlaceContext['store'];
  private stored = 0;

  constructor(world: World & { readonly counters: Counters }) {
    this.world = world;
    this.random = new Random(apart(world.seed + 8));
    const insert = orderStore(world.database, world.clock.now);
    // Numbers are drawn by chance elsewhere: here the same seed gives the same.
    this.store = (order) => {
      const number = String(this.stored++).padStart(5, '0');
      return insert({ ...order, no: `SIM${number}`, queryCode: `SIMULATION${number}` });
    };
  }

  /** Places the nth order; null if it is refused. */
  async place(nth: number, asked: ExchangeRequest, refCode: RefCode | null): Promise<Answered | null> {
    const { clock, log, findings } = this.world;
    const caller = callerOf(this.random.pick(['one', 'two']));
    const isToUs = this.random.chance(0.05);
    try {
      const request = { ...asked, to_address: this.withReceivers(nth, asked, isToUs) };
      const terms = agree(this.market(), request, caller.account.fees, true);
      const calc_id =
        terms.mode === 'fixed' ? sealQuote(SEAL_KEY, terms, request, clock.now() * 1_000) : undefined;
      // Some look at their quote for too long.
      clock.advance(this.random.pick([0, 0, 0, 5, 29, 40]));
      const placement: Placement = {
        caller,
        refCodeName: refCode?.code,
        refCode,
        idempotencyKey: this.random.chance(0.5) ? `key ${nth}` : undefined,
        request: {
          ...request,
          ...(calc_id !== undefined && { calc_id }),
          ...(this.random.chance(0.5) && { client_order_id: `order ${nth}` }),
          ...(this.random.chance(0.6) && { refund_address: this.receiver(nth, 9, terms.from.chain.space) }),
          on_mismatch: this.random.pick<OnMismatch>(['ask', 'ask', 'exchange', 'refund']),
        },
      };
      const order = await this.ask(nth, placement);
      if (isToUs) findings.push(`own: order ${order.id} pays an address of ours`);
      await this.watchCaps();
      return { order, terms };
    } catch (error) {
      if (!(error instanceof Refusal) && !isLocked(error)) throw error;
      log.say(`an order is refused: ${(error as Error).message}`);
      return null;
    }
  }

  /** One request, or two of the same that are one. */
  private async ask(nth: number, placement: Placement): Promise<Order> {
    const { calc_id, client_order_id } = placement.request;
    const isOneOnly = [calc_id, client_order_id, placement.idempotencyKey].some((key) => key !== undefined);
    const again = isOneOnly ? this.random.pick(['not', 'later', 'meanwhile'] as const) : 'not';
    const answers: Order[] = [];
    let refusal: unknown = null;
    /** Whoever is refused once and answered once has an order. */
    const ask = async (meanwhile: (() => Promise<void>) | null = null) => {
      try {
        answers.push(await place(this.context(nth, meanwhile), placement));
      } catch (error) {
        if (!(error instanceof Refusal) && !isLocked(error)) throw error;
        refusal = error;
      }
    };
    await ask(again === 'meanwhile' ? ask : null);
    if (again === 'later') await ask();
    const [order, other = null] = answers;
    if (order === undefined) throw refusal;
    this.compare(order, other, again);
    return order;
  }

  private compare(order: Order, other: Order | null, again: string): void {
    const { findings, log } = this.world;
    if (other === null) return;
    log.say(`order ${order.id} is asked for again, ${again}`);
    if (other.id !== order.id || other.address !== order.address)
      findings.push(`placed: one request placed the orders ${order.id} and ${other.id}`);
  }

  /** A node; another does all that it does while this one takes its address. */
  private context(nth: number, meanwhile: (() => Promise<void>) | null = null): PlaceContext {
    const { database, counters } = this.world;
    const take = async (space: AddressSpace) => {
      await meanwhile?.();
      const taken = await counters.take(space, nth);
      if (taken === null) throw new Refusal('server is busy, please try again later');
      return taken;
    };
    return {
      database,
      network: 'test',
      store: this.store,
      sealKeys: () => [SEAL_KEY],
      pool: { take } as unknown as AddressPool,
      market: () => this.market(),
      clockMs: () => this.world.clock.now() * 1_000,
    };
  }

  private market(): Market {
    return { ...this.world.market(), settings: SETTINGS };
  }

  private withReceivers(nth: number, { to_address }: ExchangeRequest, isToUs: boolean) {
    return to_address.map((entry, n) => {
      const chain = this.world.chains.find((each) => each.chain.name === entry.to_chain) as SimulatedChain;
      const address = isToUs && n === 0 ? ownAddress(chain) : this.receiver(nth, n, chain.space);
      return { ...entry, to_address: address };
    });
  }

  private receiver(nth: number, n: number, space: AddressSpace): string {
    return validAddress({ space }, FIRST_RECEIVER + nth * 10 + n);
  }

  /** What open fixed orders promise is never more than the caps say. */
  private async watchCaps(): Promise<void> {
    const { database, findings } = this.world;
    const { rows } = await database.query<{ problem: string }>({
      name: 'simulation-caps',
      text: `
        WITH open AS (
          SELECT o.id, o.caller, o.units * o.price * ('1e-' || a.decimals)::numeric AS value
            FROM orders o JOIN asset a ON a.id = o.asset_id WHERE o.mode = 'fixed' AND o.status = 1)
        SELECT format('%s has open fixed orders worth %s, above %s', caller, sum(value), $1::numeric) AS problem
          FROM open GROUP BY caller HAVING sum(value) > $1
         UNION ALL
        SELECT format('callers without a key hold %s of asset %s, above %s', sum(value), asset_id, $2::numeric)
          FROM reservation WHERE caller IS NOT NULL GROUP BY asset_id HAVING sum(value) > $2`,
      values: [SETTINGS.fixed_open_per_caller_usdt, KEYLESS_PER_ASSET_USDT],
    });
    for (const { problem } of rows) findings.push(`cap: ${problem}`);
  }
}

function callerOf(name: string): Caller {
  return {
    account: {
      id: 0,
      name: 'anonymous',
      ordersRollId: 0,
      referralRollId: 1,
      fees: { float: null, fixed: null, isKeyless: true },
    },
    key: null,
    scope: name,
    accountScope: name,
    mayList: false,
    isLimited: true,
    isSigned: false,
    nonce: undefined,
  };
}
