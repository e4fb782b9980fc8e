import type { Catalogue } from '../../../packages/service/src/catalog/catalogue.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../packages/service/src/catalog/settings.ts';
import { parseFixed } from '../../../packages/service/src/money/fixed.ts';
import { Rates } from '../../../packages/service/src/pricing/rates.ts';
import type { Market } from '../../../packages/service/src/pricing/terms.ts';
import type { Random } from './random.ts';

const FIRST_PRICES: Readonly<Record<string, string>> = {
  BTC: '90000',
  LTC: '100',
  ETH: '3000',
  BNB: '600',
  USDT: '1',
  USDC: '1',
};

/** What only some worlds have. */
export const EXPIRY_PRICES: Readonly<Record<string, string>> = { TRX: '0.25' };
export const DURABLE_PRICES: Readonly<Record<string, string>> = { SOL: '190' };

/** The prices of the simulated world. They jump; and now and then nobody hears of it, and the last ones get old. */
export class MarketBoard {
  /** What was heard last, and when; null: all is heard at once. */
  private heard: { readonly at: number; readonly values: ReadonlyMap<string, bigint> } | null = null;
  private readonly first: ReadonlyMap<string, bigint>;
  private readonly values: Map<string, bigint>;

  private readonly settings: Settings;

  constructor(more: Readonly<Record<string, string>> = {}, settings: Partial<Settings> = {}) {
    this.settings = { ...DEFAULT_SETTINGS, ...settings };
    const prices = Object.entries({ ...FIRST_PRICES, ...more });
    this.first = new Map(prices.map(([abbr, text]) => [abbr, parseFixed(text)]));
    this.values = new Map(this.first);
  }

  /** Each price that there was, and from when on. */
  private readonly past: { readonly abbr: string; readonly value: bigint; readonly from: number }[] = [];

  /** Whether a coin had this price at some moment between two. */
  had(abbr: string, value: bigint, from: number, until: number): boolean {
    return this.between(abbr, from, until).includes(value);
  }

  private between(abbr: string, from: number, until: number): [bigint, ...bigint[]] {
    const prices = this.past.filter((each) => each.abbr === abbr);
    const before = prices.findLast((each) => each.from <= from)?.value ?? (this.first.get(abbr) as bigint);
    const since = prices.filter((each) => each.from > from && each.from <= until).map((each) => each.value);
    // Prices that change within a second were all of that second.
    const same = prices.filter((each) => each.from === from).map((each) => each.value);
    return [before, ...same, ...since];
  }

  /** Somebody has said that this is the price: so it was, for a moment. */
  confirm(abbr: string, value: bigint, now: number): void {
    this.note(abbr, value, now);
    this.note(abbr, this.priceOf(abbr), now);
  }

  private note(abbr: string, value: bigint, now: number): void {
    this.past.push({ abbr, value, from: now });
  }

  /** Moves a coin's price by up to a half; stable coins stay. */
  jump(random: Random, now: number): string {
    const abbr = random.pick(['BTC', 'LTC', 'ETH', 'BNB']);
    const percent = BigInt(random.between(60, 150));
    const value = ((this.values.get(abbr) as bigint) * percent) / 100n;
    this.values.set(abbr, value);
    this.note(abbr, value, now);
    return `${abbr} is at ${percent} %`;
  }

  /** Prices move a little all the time. */
  tick(random: Random, now: number): void {
    let step = 0;
    for (const abbr of ['BTC', 'LTC', 'ETH', 'BNB']) {
      step = random.between(1, 10) * random.pick([-1, 1]);
      this.moveBy(step, abbr, now);
    }
    // As the last one did: it draws nothing, so that older seeds stay what they were.
    for (const abbr of Object.keys({ ...EXPIRY_PRICES, ...DURABLE_PRICES }))
      if (this.values.has(abbr)) this.moveBy(step, abbr, now);
  }

  private moveBy(step: number, abbr: string, now: number): void {
    const value = ((this.values.get(abbr) as bigint) * BigInt(10_000 + step)) / 10_000n;
    this.values.set(abbr, value);
    this.note(abbr, value, now);
  }

  /** What a coin cost between two moments: at the least, at the last, at the most. */
  range(abbr: string, from: number, until: number): { least: bigint; last: bigint; most: bigint } {
    const values = this.between(abbr, from, until);
    return {
      least: values.reduce((a, b) => (a < b ? a : b)),
      last: values.at(-1) as bigint,
      most: values.reduce((a, b) => (a > b ? a : b)),
    };
  }

  /** From now on nobody hears of prices. */
  stop(now: number): void {
    this.heard ??= { at: now, values: new Map(this.values) };
  }

  goOn(): void {
    this.heard = null;
  }

  /** As the market has them now, whoever hears of it. */
  all(): Map<string, bigint> {
    return new Map(this.values);
  }

  has(abbr: string): boolean {
    return this.values.has(abbr);
  }

  priceOf(abbr: string): bigint {
    return this.values.get(abbr) as bigint;
  }

  /** What is heard at a moment, and of when it is. */
  heardAt(now: number): { abbr: string; value: bigint; at: number }[] {
    const { at, values } = this.heard ?? { at: now, values: this.values };
    return [...values].map(([abbr, value]) => ({ abbr, value, at }));
  }

  market(catalogue: Catalogue, now: number, published: Rates | null = null): Market {
    const rates =
      published ?? new Rates(this.heardAt(now).map((price) => ({ ...price, source: 'simulation' })));
    return { catalogue, rates, settings: this.settings, now };
  }
}
