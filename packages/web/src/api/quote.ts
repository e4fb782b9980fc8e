import type { Calculation, EntryCosts, QuotedEntry } from '@swapdesk/contract';
import type { Decimal } from '@swapdesk/contract/plain';
import type { Asset } from './assets.ts';
import { type CallOptions, type Exact, post } from './call.ts';
import type { Limits } from './refused.ts';
import type { Mode } from './service.ts';

/** An exchange that somebody would like a price for. */
export interface Exchange {
  readonly mode: Mode;
  readonly from: Asset;
  readonly entries: readonly Entry[];
}

/** One receiver's part of it. */
export interface Entry {
  readonly asset: Asset;
  /** Of the source, from 0 to 1. */
  readonly share: Decimal;
}

/** What of it the service has to know. */
export interface Asked {
  readonly mode: Mode;
  readonly from: AssetName;
  readonly entries: readonly { readonly asset: AssetName; readonly share: Decimal }[];
}

type AssetName = Pick<Asset, 'abbr' | 'chain'>;

export interface Quote {
  readonly limits: Limits;
  /** What a fixed price is ordered by. */
  readonly calcId: string | null;
  /** Of the source, in USDT. */
  readonly price: Decimal;
  readonly entries: readonly QuotedPart[];
}

/** What one receiver gets, and how that comes about. */
export interface QuotedPart {
  readonly quantity: Decimal;
  /** Of the receive asset, in USDT. */
  readonly price: Decimal;
  readonly feeRate: Decimal;
  /** What holding the price costs, beside the fee. */
  readonly premiumRate: Decimal;
  /** What it costs more because the service is short of it; below 0: less. */
  readonly skewRate: Decimal;
  /** In the receive asset. */
  readonly networkFee: Decimal;
  /** True while nothing is paid out in the receive asset. */
  readonly isPaused: boolean;
}

type WireQuote = Omit<Exact<Calculation, 'min_from_quantity' | 'max_from_quantity'>, 'to' | 'costs'> & {
  readonly to: readonly Exact<QuotedEntry, 'to_quantity'>[];
  readonly costs: {
    readonly price: Decimal;
    readonly to: readonly Exact<
      EntryCosts,
      'price' | 'fee_rate' | 'premium_rate' | 'skew_rate' | 'network_fee'
    >[];
  };
};

/** The price of an exchange now, with every fee. */
export async function askQuote(
  { mode, from, entries }: Asked,
  quantity: Decimal,
  options: CallOptions = {},
): Promise<Quote> {
  const body = {
    exchange_mode: mode,
    from_chain: from.chain,
    from_abbr: from.abbr,
    from_quantity: quantity,
    to_address: entries.map(({ asset, share }) => ({
      to_chain: asset.chain,
      to_abbr: asset.abbr,
      to_ratio: share,
    })),
    show_costs: true,
  };
  const { costs, to, ...data } = (await post('/openapi/order/calculate', body, options)) as WireQuote;
  return {
    limits: { least: data.min_from_quantity, most: data.max_from_quantity },
    calcId: data.calc_id ?? null,
    price: costs.price,
    entries: to.map(({ to_quantity }, n) => {
      const { price, fee_rate, premium_rate, skew_rate, network_fee, payouts_paused } = costs.to[
        n
      ] as (typeof costs.to)[number];
      return {
        quantity: to_quantity,
        price,
        feeRate: fee_rate,
        premiumRate: premium_rate,
        skewRate: skew_rate,
        networkFee: network_fee,
        isPaused: payouts_paused,
      };
    }),
  };
}
