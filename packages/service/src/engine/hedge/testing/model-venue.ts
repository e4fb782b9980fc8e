import { ONE } from '../../../money/fixed.ts';
import type { VenueFill } from '../../../trades/trade.ts';
import {
  type AskedOrder,
  type MarketRules,
  OrderRefused,
  type TradingVenue,
  type VenueOrder,
} from '../../../trades/trading-venue.ts';

const MILLION = 1_000_000n;
/** Venues count to the eighth decimal. */
const GRAIN = 10n ** 10n;
const FEE_PPM = 1_000n;
const SPREAD_PPM = 500n;

export const RULES: MarketRules = {
  amountStep: 10n ** 13n,
  priceStep: 10n ** 16n,
  leastAmount: 10n ** 13n,
  leastValue: 5n * ONE,
};

/** What is wrong with a venue until it is healed; `send` only with the next order. */
export interface ModelFaults {
  isDown: boolean;
  /**
   * The request never arrives; it is done but nobody is told; it arrives so much later; it arrives and is refused.
   */
  send: 'lost' | 'unanswered' | 'refused' | { readonly lateMs: number } | null;
  /** Of a hundred, how much of an order there is at its limit. */
  percent: bigint;
  /** Fills are told one ask later each. */
  tellsSlowly: boolean;
  /** What it holds is told as it was before the last trade. */
  balancesLag: boolean;
  /** It fills orders far beyond their limits. */
  cheats: boolean;
  /** Orders stay open until they are cancelled. */
  keepsOpen: boolean;
}

const WELL: ModelFaults = {
  isDown: false,
  send: null,
  percent: 100n,
  tellsSlowly: false,
  balancesLag: false,
  cheats: false,
  keepsOpen: false,
};

interface Taken {
  readonly order: VenueOrder;
  readonly fills: VenueFill[];
  readonly filled: bigint;
  isOver: boolean;
  told: number;
}

/** A venue in memory that keeps exact books of its own, and fails in every way that is known of them. */
export class ModelVenue implements TradingVenue {
  readonly name: string;
  readonly faults: ModelFaults = { ...WELL };
  readonly held = new Map<string, bigint>();
  readonly taken = new Map<string, Taken>();
  /** Every order that was asked of it, by our ids. */
  readonly sent: string[] = [];
  private readonly under: { readonly order: VenueOrder; readonly arrivesAt: number }[] = [];
  private before = new Map<string, bigint>();
  private readonly world: { nowMs(): number; price(abbr: string): bigint };
  private readonly feeIn: 'got' | 'USDT' | 'BNB';

  constructor(name: string, world: ModelVenue['world'], feeIn: 'got' | 'USDT' | 'BNB') {
    this.name = name;
    this.world = world;
    this.feeIn = feeIn;
  }

  heal(): void {
    Object.assign(this.faults, WELL);
  }

  async rules(): Promise<MarketRules> {
    this.answer();
    return RULES;
  }

  async send(order: VenueOrder): Promise<void> {
    this.answer();
    this.sent.push(order.clientOrderId);
    const { send } = this.faults;
    this.faults.send = null;
    if (send === 'refused') throw new OrderRefused('insufficient balance');
    if (send === 'lost') throw new Error('socket hang up');
    if (send !== null && send !== 'unanswered') {
      this.under.push({ order, arrivesAt: this.world.nowMs() + send.lateMs });
      throw new Error('no answer within 10 s');
    }
    this.take(order);
    if (send === 'unanswered') throw new Error('socket hang up');
  }

  async ask({ clientOrderId }: Pick<VenueOrder, 'clientOrderId'>): Promise<AskedOrder> {
    this.answer();
    const at = this.world.nowMs();
    const taken = this.taken.get(clientOrderId);
    if (taken === undefined) return { order: null, at };
    taken.told = this.faults.tellsSlowly ? taken.told + 1 : taken.fills.length;
    const { isOver, filled, fills, told } = taken;
    return { order: { orderId: `at-${clientOrderId}`, isOver, filled, fills: fills.slice(0, told) }, at };
  }

  async cancel({ clientOrderId }: Pick<VenueOrder, 'clientOrderId'>): Promise<void> {
    this.answer();
    const taken = this.taken.get(clientOrderId);
    if (taken !== undefined) taken.isOver = true;
  }

  async balances(): Promise<ReadonlyMap<string, bigint>> {
    this.answer();
    return new Map(this.faults.balancesLag ? this.before : this.held);
  }

  stop(): void {}

  /** What was under way arrives, whoever still waits for it. */
  private answer(): void {
    for (const late of this.under.filter(({ arrivesAt }) => arrivesAt <= this.world.nowMs())) {
      this.under.splice(this.under.indexOf(late), 1);
      if (late.arrivesAt <= late.order.deadlineMs) this.take(late.order);
    }
    if (this.faults.isDown) throw new Error('connect ECONNREFUSED');
  }

  private take(order: VenueOrder): void {
    if (this.taken.has(order.clientOrderId)) throw new Error(`taken twice: ${order.clientOrderId}`);
    this.before = new Map(this.held);
    const { abbr, side, amount, limitPrice } = order;
    const off = this.faults.cheats ? 200_000n : SPREAD_PPM;
    const sign = side === 'buy' ? 1n : -1n;
    const price = (this.world.price(abbr) * (MILLION + sign * off)) / MILLION;
    const isHad = this.faults.cheats || (side === 'buy' ? price <= limitPrice : price >= limitPrice);
    const raw = isHad ? (amount * this.faults.percent) / 100n : 0n;
    const filled = raw - (raw % RULES.amountStep);
    const fills = parts(filled).map((part, n) => this.fill(order, part, price, n));
    this.taken.set(order.clientOrderId, { order, fills, filled, isOver: !this.faults.keepsOpen, told: 0 });
  }

  private fill(order: VenueOrder, amount: bigint, price: bigint, n: number): VenueFill {
    const sign = order.side === 'buy' ? 1n : -1n;
    const value = grains((amount * price) / ONE);
    const fee = this.feeOf(order, amount, value);
    this.add(order.abbr, sign * amount);
    this.add('USDT', -sign * value);
    this.add(fee.abbr, -fee.units);
    const id = `${this.taken.size}-${n}`;
    return {
      id,
      amount,
      value,
      feeAbbr: fee.abbr,
      fee: fee.units,
      at: Math.floor(this.world.nowMs() / 1_000),
    };
  }

  private feeOf({ abbr, side }: VenueOrder, amount: bigint, value: bigint): { abbr: string; units: bigint } {
    const ofValue = (value * FEE_PPM) / MILLION;
    if (this.feeIn === 'BNB')
      return { abbr: 'BNB', units: grains((ofValue * ONE) / this.world.price('BNB')) };
    if (this.feeIn === 'USDT' || side === 'sell') return { abbr: 'USDT', units: grains(ofValue) };
    return { abbr, units: grains((amount * FEE_PPM) / MILLION) };
  }

  private add(abbr: string, units: bigint): void {
    this.held.set(abbr, (this.held.get(abbr) ?? 0n) + units);
  }
}

function grains(units: bigint): bigint {
  return units - (units % GRAIN);
}

/** In up to three, as books have levels. */
function parts(amount: bigint): bigint[] {
  const third = amount / 3n - ((amount / 3n) % RULES.amountStep);
  return [third, third, amount - 2n * third].filter((part) => part > 0n);
}
