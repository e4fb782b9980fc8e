/** A level as venues write it. */
export type WrittenLevel = readonly [price: string, amount: string];

export interface BookChange {
  /** An amount of 0 takes the level away. */
  readonly bids: readonly WrittenLevel[];
  readonly asks: readonly WrittenLevel[];
}

const LEVELS = 30;

/** Each move changes the amounts of one level in so many: what was lost of it is not made good by the next. */
const EIGHTH = 8;

/** The book of a market that moves whenever it is told to: amounts each time, prices every third. */
export class MovingBook {
  private readonly decimals: number;
  private mid: number;
  private readonly turns = Array.from({ length: EIGHTH }, () => 0);
  version = 1_000;
  bids: readonly WrittenLevel[] = [];
  asks: readonly WrittenLevel[] = [];

  /** Cheap coins have more decimals, so that all their levels have a price. */
  constructor(mid: number) {
    this.decimals = mid >= 1_000 ? 1 : mid >= 10 ? 3 : 5;
    this.mid = Math.round(mid * 10 ** this.decimals);
    this.fill();
  }

  move(): BookChange {
    const before = { bids: this.bids, asks: this.asks };
    this.version++;
    this.turns[this.version % EIGHTH]!++;
    if (this.version % 3 === 0) this.mid += this.version % 2 === 0 ? 1 : -2;
    this.fill();
    return { bids: changes(before.bids, this.bids), asks: changes(before.asks, this.asks) };
  }

  private fill(): void {
    const side = (way: 1 | -1) =>
      Array.from({ length: LEVELS }, (_, n): WrittenLevel => {
        const price = this.mid + way * (n + 1);
        const amount = 1 + ((price + this.turns[price % EIGHTH]!) % 97) / 8;
        return [(price / 10 ** this.decimals).toFixed(this.decimals), amount.toFixed(8)];
      });
    this.bids = side(-1);
    this.asks = side(1);
  }
}

/** What makes one side another. */
export function changes(before: readonly WrittenLevel[], after: readonly WrittenLevel[]): WrittenLevel[] {
  const [was, is] = [new Map(before), new Map(after)];
  const gone = before
    .filter(([price]) => !is.has(price))
    .map(([price]): WrittenLevel => [price, '0.00000000']);
  return [...gone, ...after.filter(([price, amount]) => was.get(price) !== amount)];
}
