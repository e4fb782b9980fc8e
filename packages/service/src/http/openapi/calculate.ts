import {
  CalculateRequest,
  CalculateResponse,
  type Calculation,
  type Costs,
  type Factor,
  FEE_DECIMALS,
  MESSAGE,
  PROBLEM_CODE,
  QUOTE_LIFETIME_S,
  type QuotedEntry,
  saysSource,
} from '@swapdesk/contract';
import type { Settings } from '../../catalog/settings.ts';
import { formatFixed } from '../../money/fixed.ts';
import { fromUnits } from '../../money/units.ts';
import { sealQuote } from '../../pricing/calc-id.ts';
import { usedSkewPpm } from '../../pricing/charge.ts';
import { factorsOf } from '../../pricing/factors.ts';
import { holdOf } from '../../pricing/hold.ts';
import { agreeReceiving, type ToReceive } from '../../pricing/least-source.ts';
import { sealingKey } from '../../pricing/seal-keys.ts';
import { agree, type Conditions, type Market, type Terms } from '../../pricing/terms.ts';
import { remember } from '../../remember.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { ParameterError } from '../errors.ts';
import type { Services } from '../services.ts';
import { checkReceivers } from './check-receivers.ts';
import { feesNamed } from './named-markup.ts';
import { tellingProblems } from './telling-problems.ts';

export const calculate = endpoint({
  method: 'POST',
  path: '/order/calculate',
  id: 'calculate',
  summary: 'Calculate exchange receive amount',
  description:
    'What each receive entry gets for so much of the source asset now; or, with to_quantity, the least of the source for which ' +
    'so much is received. In fixed mode the answer carries a calc_id ' +
    `that holds the amounts for ${QUOTE_LIFETIME_S} seconds, or for hold_s. Serves both variants of the interface: a request is of the older one ` +
    'when an entry has to_group_ratio.',
  request: CalculateRequest,
  response: CalculateResponse,
  refuses: [
    MESSAGE.incorrectParameters,
    MESSAGE.quantityTooSmall,
    MESSAGE.quantityTooLarge,
    MESSAGE.fromAssetNotFound,
    MESSAGE.fromAssetDisabled,
    MESSAGE.toAssetNotFound,
    MESSAGE.toAssetDisabled,
    MESSAGE.invalidToAddress,
  ],
  weight: 1,
  scope: 'quote',
  needsAccount: false,
  isForPages: true,
  tellsProblems: true,

  handle(services, call) {
    const quoted = agreed(services, call);
    const answer = { data: calculationOf(services, call.params, quoted) };
    if (call.params.check_addresses !== true) return answer;
    const addresses = call.params.to_address.map(({ to_address = '' }) => to_address);
    return checkReceivers(services, quoted.terms.entries, addresses).then(() => answer);
  },
});

interface Quoted {
  readonly market: Market;
  readonly terms: Terms;
}

function calculationOf(services: Services, params: CalculateRequest, { market, terms }: Quoted): Calculation {
  const { min, max, ratios } = shown(terms.conditions);
  const to = terms.entries.map((entry, n): QuotedEntry => {
    const { ratio, groupRatio } = ratios[n] as ShownRatios;
    const quantity = fromUnits(entry.units, entry.decimals);
    const isAlone = entry.groupUnits === entry.units;
    return {
      group_quantity: isAlone ? quantity : fromUnits(entry.groupUnits, entry.decimals),
      to_abbr: entry.asset.abbr,
      to_address: params.to_address[n]?.to_address ?? '',
      to_chain: entry.asset.chain.name,
      to_group_ratio: groupRatio,
      to_quantity: quantity,
      to_ratio: ratio,
    };
  });
  const more = {
    ...(!saysSource(params) && { from_quantity: fromUnits(terms.units, terms.from.decimals) }),
    ...(params.show_costs === true && { costs: costsOf(terms) }),
  };
  if (terms.mode === 'float') {
    return { min_from_quantity: min, max_from_quantity: max, to, ...more };
  }
  const key = sealingKey(services.sealKeys(), market.now);
  const calcId = sealQuote(key, terms, params, services.clockMs());
  return { min_from_quantity: min, max_from_quantity: max, to, calc_id: calcId, ...more };
}

function agreed(services: Services, call: Call<CalculateRequest>): Quoted {
  const { params, caller } = call;
  const { settings } = services.market();
  refuseHold(params, settings);
  const fees = feesNamed(caller, params.markup, settings);
  try {
    const market = services.quoting();
    const terms = saysSource(params)
      ? agree(market, params, fees, caller.isLimited)
      : agreeReceiving(market, params, wantedOf(params), fees, caller.isLimited);
    return { market, terms };
  } catch (error) {
    const isWithAddresses = params.check_addresses === true;
    throw tellingProblems(services, call, error, { fees: () => fees, isWithAddresses });
  }
}

function refuseHold(params: CalculateRequest, { longest_hold_s: most }: Settings): void {
  if (holdOf(params) <= Math.max(most, QUOTE_LIFETIME_S)) return;
  const reason = `must be at most ${most}`;
  const code = PROBLEM_CODE[MESSAGE.parameterError];
  throw new ParameterError(`hold_s: ${reason}`, [{ code, field: 'hold_s', reason }]);
}

function wantedOf({ to_quantity, to_address }: CalculateRequest): ToReceive[] {
  if (to_quantity !== undefined) return [{ entry: null, quantity: to_quantity }];
  return to_address.flatMap(({ to_quantity: quantity }, entry) =>
    quantity === undefined ? [] : [{ entry, quantity }],
  );
}

function costsOf({ from, units, price, entries }: Terms): Costs {
  const factors = factorsOf({ decimals: from.decimals, price }, units, entries);
  return {
    price: formatFixed(price),
    to: entries.map((entry, n) => ({
      price: formatFixed(entry.price),
      fee_rate: fromUnits(BigInt(entry.feePpm), FEE_DECIMALS),
      premium_rate: fromUnits(BigInt(entry.premiumPpm), FEE_DECIMALS),
      markup_rate: fromUnits(BigInt(entry.markupPpm), FEE_DECIMALS),
      skew_rate: fromUnits(BigInt(usedSkewPpm(entry)), FEE_DECIMALS),
      network_fee: fromUnits(entry.networkFeeUnits, entry.decimals),
      payouts_paused: entry.asset.isPaused === true,
      factors: factors[n] as Factor[],
    })),
  };
}

interface ShownRatios {
  readonly ratio: string;
  readonly groupRatio: string;
}

/** What of an answer does not depend on the quantity, written once for all who ask in the same second. */
const shown = remember(({ from, limits, entries }: Conditions) => ({
  min: fromUnits(limits.minUnits, from.decimals),
  max: fromUnits(limits.maxUnits, from.decimals),
  ratios: entries.map(
    ({ ratio, groupRatio, groupShare }): ShownRatios => ({
      ratio: formatFixed(ratio),
      groupRatio: formatFixed(groupRatio ?? groupShare),
    }),
  ),
}));
