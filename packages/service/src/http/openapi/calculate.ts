import { CalculateRequest, CalculateResponse, type QuotedEntry } from '@swapdesk/contract';
import { formatFixed } from '../../money/fixed.ts';
import { fromUnits } from '../../money/units.ts';
import { sealQuote } from '../../pricing/calc-id.ts';
import { sealingKey } from '../../pricing/seal-keys.ts';
import { type AgreedEntry, agree } from '../../pricing/terms.ts';
import { endpoint } from '../endpoint.ts';

export const calculate = endpoint({
  method: 'POST',
  path: '/order/calculate',
  id: 'calculate',
  summary: 'Calculate exchange receive amount',
  description:
    'What each receive entry gets for so much of the source asset now. In fixed mode the answer carries a calc_id ' +
    'that holds the amounts for 30 seconds. Serves both variants of the interface: a request is of the older one ' +
    'when an entry has to_group_ratio.',
  request: CalculateRequest,
  response: CalculateResponse,
  weight: 1,
  needsAccount: false,

  handle(services, { params, caller }) {
    const market = services.market();
    const terms = agree(market, params, caller.account.fees);
    const { from, limits, entries } = terms;
    const quote = {
      min_from_quantity: fromUnits(limits.minUnits, from.decimals),
      max_from_quantity: fromUnits(limits.maxUnits, from.decimals),
      to: entries.map((entry, n) => quotedEntry(entry, params.to_address[n]?.to_address)),
    };
    if (terms.mode === 'float') return { data: quote };
    const key = sealingKey(services.sealKeys(), market.now);
    return { data: { ...quote, calc_id: sealQuote(key, terms, params, market.now) } };
  },
});

function quotedEntry(entry: AgreedEntry, address = ''): QuotedEntry {
  return {
    group_quantity: fromUnits(entry.groupUnits, entry.decimals),
    to_abbr: entry.asset.abbr,
    to_address: address,
    to_chain: entry.asset.chain.name,
    to_group_ratio: formatFixed(entry.groupRatio ?? entry.groupShare),
    to_quantity: fromUnits(entry.units, entry.decimals),
    to_ratio: formatFixed(entry.ratio),
  };
}
