import type { Rates } from '../../pricing/rates.ts';
import { sumOf, type TakenByCoin, takenOf } from '../../pricing/taken-tally.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Engine } from '../context.ts';
import type { PlannedExchange } from './exchange-orders.ts';

/** The market for orders that are exchanged in one go: each is priced behind what those before it take. */
export class InTurn {
  private readonly heard: Market;
  private taken: TakenByCoin = new Map();
  private rates: Rates;

  constructor(heard: Market) {
    this.heard = heard;
    this.rates = heard.rates;
  }

  /** A price must be of now when it is used: a node may have stood still since it heard it. */
  market(at: number): Market {
    return { ...this.heard, rates: this.rates, now: at };
  }

  /** One that fails later has made those after it a little dearer. */
  take(exchange: PlannedExchange): void {
    if (this.heard.settings.taken_window_s === 0) return;
    this.taken = sumOf([this.taken, takenOf(...sidesOf(exchange, this.heard))]);
    this.rates = this.heard.rates.behind(this.taken);
  }

  /**
   * Counts what was committed, for everybody who comes next. What was promised at a fixed price too: only now is it traded, and as a
   * promise it counted for half of the market at most. One that is paid at once counts twice for a moment.
   */
  note({ taken, clock }: Engine, exchanges: readonly PlannedExchange[]): void {
    for (const each of exchanges) taken?.note(...sidesOf(each, this.heard), clock());
  }
}

function sidesOf(
  { order, terms, exchanged }: PlannedExchange,
  { catalogue }: Market,
): Parameters<typeof takenOf> {
  const entries = terms.entries.map(({ assetId, price }, n) => {
    const { abbr, decimals } = catalogue.get(assetId);
    return { abbr, decimals, price, units: exchanged.entries[n]?.units ?? 0n };
  });
  return [catalogue.get(order.assetId).abbr, entries];
}
