import type { PreviewAssetRequest, PreviewedQuote } from '@swapdesk/contract';
import { fromUnits } from '../../money/units.ts';
import { exchange } from '../../orders/exchange.ts';
import { agree, type Market, type Terms } from '../../pricing/terms.ts';
import { Refusal } from '../../refusal.ts';

const NO_FEES_OF_ITS_OWN = { float: null, fixed: null };

/** What a client without fees of its own would be told about an exchange. */
export function previewQuote(market: Market, wish: PreviewAssetRequest['exchange']): PreviewedQuote {
  const request = {
    exchange_mode: wish.mode,
    from_chain: wish.from_chain,
    from_abbr: wish.from_abbr,
    from_quantity: wish.quantity,
    to_address: [{ to_chain: wish.to_chain, to_abbr: wish.to_abbr }],
  };
  try {
    return quoted(agree(market, request, NO_FEES_OF_ITS_OWN));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { min_from_quantity: min = '0', max_from_quantity: max = '0' } = error.data ?? {};
    return { refusal: error.reply, min, max, receives: '0', fee_ppm: 0, fee: '0', network_fee: '0' };
  }
}

function quoted(terms: Terms): PreviewedQuote {
  const { from, price, units, limits } = terms;
  const entry = terms.entries[0] as Terms['entries'][number];
  const source = { decimals: from.decimals, price };
  const { entries } = exchange({ id: 0, assetId: from.id, source }, units, [
    { ...entry, assetId: entry.asset.id },
  ]);
  const amount = (value: bigint) => fromUnits(value, entry.decimals);
  return {
    refusal: '',
    min: fromUnits(limits.minUnits, from.decimals),
    max: fromUnits(limits.maxUnits, from.decimals),
    receives: amount(entry.units),
    fee_ppm: entry.feePpm,
    fee: amount(entries[0]?.feeUnits ?? 0n),
    network_fee: amount(entry.networkFeeUnits),
  };
}
