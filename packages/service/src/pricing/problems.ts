import {
  Decimal,
  MESSAGE,
  PROBLEM_CODE,
  type Problem,
  type ProblemMessage,
  type QuantityLimits,
  type ReceiveEntry,
} from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import type { CheckAddress } from '../catalog/receiver.ts';
import { fromUnits, toUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import type { AskedExchange } from './asked-before.ts';
import { ratiosOf, sharesOf } from './shares.ts';
import { type Conditions, settle } from './terms.ts';

/** Where a message says what is wrong, if it is about one field. */
const FIELD: Partial<Record<ProblemMessage, string>> = {
  [MESSAGE.incorrectParameters]: 'to_address',
  [MESSAGE.calcIdParametersDiffer]: 'calc_id',
  [MESSAGE.calcIdToAddressDiffers]: 'calc_id',
  [MESSAGE.calcIdInvalid]: 'calc_id',
  [MESSAGE.calcIdOnlyFixed]: 'calc_id',
  [MESSAGE.clientOrderIdReused]: 'client_order_id',
  [MESSAGE.invalidRefundAddress]: 'refund_address',
  [MESSAGE.quantityTooSmall]: 'from_quantity',
  [MESSAGE.quantityTooLarge]: 'from_quantity',
};

/** What is asked for, as far as it can be wrong. */
export interface RefusedRequest extends AskedExchange {
  readonly refund_address?: string;
}

export interface Examining {
  readonly catalogue: Catalogue;
  /** Null: addresses are not looked at. */
  readonly check: CheckAddress | null;
  /** At what the exchange would be done, if that is known. */
  conditions(): Conditions;
}

/**
 * All that is wrong with a request, once it is known to be refused. First what it is refused for; then what it would be refused for
 * next, in the order of the checks, however much of it there is.
 */
export function problemsOf(request: RefusedRequest, refusal: Refusal, examining: Examining): Problem[] {
  const found = [
    ...ofRatios(request),
    ...ofAssets(request, examining.catalogue),
    ...ofQuantity(refusal, examining),
    ...ofAddresses(request, examining),
  ];
  const message = refusal.reply;
  if (!isProblem(message)) return found;
  const first = found.find(({ code }) => code === PROBLEM_CODE[message]) ?? problem(message);
  return [first, ...found.filter((each) => each !== first)];
}

function isProblem(message: string): message is ProblemMessage {
  return message in PROBLEM_CODE;
}

function problem(
  message: ProblemMessage,
  field = FIELD[message] ?? '',
  more: Partial<Problem> = {},
): Problem {
  return { code: PROBLEM_CODE[message], field, ...more };
}

function ofRatios({ to_address }: RefusedRequest): Problem[] {
  const refusal = refusalOf(() => sharesOf(to_address.map(ratiosOf)));
  return refusal === null ? [] : [problem(MESSAGE.incorrectParameters)];
}

function ofAssets({ from_chain, from_abbr, to_address }: RefusedRequest, catalogue: Catalogue): Problem[] {
  const from = catalogue.find(from_chain, from_abbr);
  const to = to_address.map((entry) => assetOf(entry, catalogue));
  const ofEntries = (message: ProblemMessage, isWrong: (asset: Asset | undefined) => boolean) =>
    to.flatMap((asset, n) => (isWrong(asset) ? [problem(message, `to_address.${n}.to_abbr`)] : []));
  return [
    ...(from === undefined ? [problem(MESSAGE.fromAssetNotFound, 'from_abbr')] : []),
    ...(from?.canSend === false ? [problem(MESSAGE.fromAssetDisabled, 'from_abbr')] : []),
    ...ofEntries(MESSAGE.toAssetNotFound, (asset) => asset === undefined),
    ...ofEntries(MESSAGE.toAssetDisabled, (asset) => asset?.canReceive === false),
  ];
}

function ofQuantity({ reply, data }: Refusal, examining: Examining): Problem[] {
  if (data === undefined || !isProblem(reply)) return [];
  const limits = data as QuantityLimits;
  return [problem(reply, undefined, { ...limits, ...receiveLimits(limits, examining) })];
}

/** What each entry gets of the least and of the most, where there is something between them and it can be reckoned. */
function receiveLimits(limits: QuantityLimits, { conditions }: Examining): Pick<Problem, 'to'> {
  const known: Conditions[] = [];
  if (refusalOf(() => known.push(conditions())) !== null) return {};
  const [terms] = known as [Conditions];
  const { decimals } = terms.from;
  const unitsOf = (text: string) => toUnits(Decimal.parse(text) as Decimal, decimals);
  const [least, most] = [unitsOf(limits.min_from_quantity), unitsOf(limits.max_from_quantity)];
  if (least > most || most > terms.limits.maxUnits) return {};
  const [fewest, largest] = [settle(terms, least).entries, settle(terms, most).entries];
  return {
    to: fewest.map(({ units, decimals: places }, n) => ({
      min_to_quantity: fromUnits(units, places),
      max_to_quantity: fromUnits(largest[n]?.units ?? units, places),
    })),
  };
}

function ofAddresses(request: RefusedRequest, { check, catalogue }: Examining): Problem[] {
  if (check === null) return [];
  const { from_chain, from_abbr, to_address, refund_address = '' } = request;
  const wrong = (message: ProblemMessage, field: string, asset: Asset | undefined, text: string) => {
    const verdict = asset === undefined ? null : check(asset.chain, text);
    return verdict === null || verdict.valid ? [] : [problem(message, field, { reason: verdict.reason })];
  };
  const from = catalogue.find(from_chain, from_abbr);
  return [
    ...to_address.flatMap((entry, n) => {
      if (entry.to_address === undefined) return [];
      const field = `to_address.${n}.to_address`;
      return wrong(MESSAGE.invalidToAddress, field, assetOf(entry, catalogue), entry.to_address);
    }),
    ...(refund_address === ''
      ? []
      : wrong(MESSAGE.invalidRefundAddress, 'refund_address', from, refund_address)),
  ];
}

function assetOf({ to_chain, to_abbr }: ReceiveEntry, catalogue: Catalogue): Asset | undefined {
  return catalogue.find(to_chain, to_abbr);
}

function refusalOf(act: () => unknown): Refusal | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
