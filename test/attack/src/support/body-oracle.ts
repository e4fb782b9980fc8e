import { BAD, refused, SENSELESS, SUCCESS, TOO_LARGE_QUANTITY, TOO_SMALL_QUANTITY } from './answers.ts';
import {
  type EntryForm,
  type ExchangeForm,
  exchangeForm,
  type PlaceForm,
  placeForm,
} from './exchange-form.ts';
import { add, compare, exact, multiply, scan } from './json-text.ts';
import { type Request, textOf } from './request.ts';
import { ADDRESS, ASSETS, DISABLED } from './samples.ts';

/** What may be answered to calculate and place. */

const ASSET_MESSAGES = [
  'from assets not found',
  'from assets disabled',
  'to assets not found',
  'to assets disabled',
];
const CALC_INVALID = refused('calc_id invalid or expired');
const ANY_QUOTE = [
  SENSELESS,
  ...ASSET_MESSAGES.map(refused),
  TOO_SMALL_QUANTITY,
  TOO_LARGE_QUANTITY,
  SUCCESS,
];
const ANY_PLACE = [
  ...ANY_QUOTE,
  CALC_INVALID,
  ...[
    'calc_id only used for fixed exchange mode',
    'calc_id parameters do not match',
    'calc_id to_address parameters do not match',
    'invalid to address',
    'invalid refund address',
    'Idempotency-Key was used with other parameters',
    'client_order_id was used with other parameters',
  ].map(refused),
];

export function ofBody(request: Request): string[] {
  const isPlace = request.endpoint === 'place';
  const headers = isPlace ? [request.idempotencyKey, request.refCode] : [];
  if (headers.some((value) => value !== null && value.length > 128)) return [BAD];
  const text = textOf(request.body);
  const read = text === null ? null : scan(text);
  if (read === null) return [BAD];
  if (read.isOdd) return [BAD, ...(isPlace ? ANY_PLACE : ANY_QUOTE)];
  const form = isPlace ? placeForm(read.node) : exchangeForm(read.node, false);
  if (form === 'bad') return [BAD];
  if (form === 'odd') return [BAD, ...(isPlace ? ANY_PLACE : ANY_QUOTE)];
  return isPlace
    ? placeVerdict(request, form as PlaceForm, text as string)
    : quoteVerdict(form as ExchangeForm);
}

const ENABLED = new Set(ASSETS.map((name) => name.toLowerCase()));
const isKnown = (asset: string) => ENABLED.has(asset) || asset === DISABLED.toLowerCase();

/** The refusals that an exchange itself deserves; none if it can be quoted. */
function exchangeFaults({ from, entries }: ExchangeForm): string[] {
  const faults: string[] = [];
  const assets = entries.map(({ asset }) => asset);
  const checks = [
    !isKnown(from),
    !ENABLED.has(from),
    assets.some((to) => !isKnown(to)),
    assets.some((to) => !ENABLED.has(to)),
  ];
  const first = checks.indexOf(true);
  if (first >= 0) faults.push(refused(ASSET_MESSAGES[first] as string));
  if (!addUp(entries)) faults.push(SENSELESS);
  return faults;
}

function addUp(entries: readonly EntryForm[]): boolean {
  const ratios = entries.map(({ ratio }) => exact(ratio));
  const products = entries.map(({ ratio, groupRatio }) => multiply(exact(ratio), exact(groupRatio ?? '1')));
  return [ratios, products].some((shares) => {
    const sum = shares.reduce(add);
    return (
      compare(sum, '0.99999999') >= 0 &&
      compare(sum, '1.00000001') <= 0 &&
      shares.every((s) => s.coefficient > 0n)
    );
  });
}

function quoteVerdict(form: ExchangeForm): string[] {
  const faults = exchangeFaults(form);
  return faults.length > 0 ? faults : [SUCCESS, TOO_SMALL_QUANTITY, TOO_LARGE_QUANTITY];
}

function placeVerdict(request: Request, form: PlaceForm, body: string): string[] {
  // A key that has been used answers with its order, or with this; both before anything else is looked at.
  const replays = [
    ...(request.idempotencyKey ? [refused('Idempotency-Key was used with other parameters'), SUCCESS] : []),
    ...(form.clientOrderId !== null
      ? [refused('client_order_id was used with other parameters'), SUCCESS]
      : []),
  ];
  return [...replays, ...freshVerdict(request, form, body)];
}

function freshVerdict(request: Request, form: PlaceForm, body: string): string[] {
  const { calcId, mode } = form;
  if (mode === 'float' && calcId !== null) return [refused('calc_id only used for fixed exchange mode')];
  if (mode === 'float') return floatVerdict(form);
  if (calcId === null || request.quote?.id !== calcId) return [CALC_INVALID];
  const isAsQuoted = body.replace(calcId, '') === request.quote.bodyWithout;
  // Ordered already with another referral code, it is spent.
  if (isAsQuoted) return [SUCCESS, CALC_INVALID];
  // Spoilt in a way that may or may not matter; what was quoted may have been ordered already.
  const mismatches = ['calc_id parameters do not match', 'calc_id to_address parameters do not match'];
  return [CALC_INVALID, ...mismatches.map(refused), ...addressVerdict(form)];
}

function floatVerdict(form: PlaceForm): string[] {
  const faults = exchangeFaults(form);
  return faults.length > 0 ? faults : [TOO_SMALL_QUANTITY, TOO_LARGE_QUANTITY, ...addressVerdict(form)];
}

function addressVerdict({ entries, refundAddress, from }: PlaceForm): string[] {
  const receivers = entries.map(({ asset, address }) => addressIs(asset, address ?? ''));
  const refund = refundAddress === null ? 'right' : addressIs(from, refundAddress);
  const verdict: string[] = [];
  if (receivers.some((each) => each !== 'right')) verdict.push(refused('invalid to address'));
  if (refund !== 'right') verdict.push(refused('invalid refund address'));
  if (![...receivers, refund].includes('wrong')) verdict.push(SUCCESS);
  return verdict;
}

const CHAIN_ADDRESS = new Map(
  Object.entries(ADDRESS).map(([chain, address]) => [chain.toLowerCase(), address]),
);

/** Whether it is the sample address of the asset's chain; spelt otherwise it may still be one. */
function addressIs(asset: string, address: string): 'right' | 'wrong' | 'perhaps' {
  const right = CHAIN_ADDRESS.get(asset.split('/')[0] as string);
  if (right === undefined) return 'perhaps';
  if (address === right) return 'right';
  return address.toLowerCase() === right.toLowerCase() ? 'perhaps' : 'wrong';
}
