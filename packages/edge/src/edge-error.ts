import { NetworkError, type Problem, SwapdeskError } from '@swapdesk/client';
import type { EdgeSwapInfo } from './edge-core.ts';
import {
  SwapAboveLimitError,
  SwapBelowLimitError,
  SwapCurrencyError,
  SwapPermissionError,
  type SwapSide,
} from './errors.ts';
import type { Exchange, ExchangeSide } from './exchange.ts';
import { toNative } from './native-amount.ts';

const UNAVAILABLE_FOR_LEGAL_REASONS = 451;
const NOT_ALLOWED = [401, 403];
const NO_SUCH_ASSET: readonly string[] = [
  'FROM_ASSET_NOT_FOUND',
  'FROM_ASSET_DISABLED',
  'TO_ASSET_NOT_FOUND',
  'TO_ASSET_DISABLED',
] satisfies Problem['code'][];

/**
 * What Edge calls what a desk said. A desk says all that is wrong at once; Edge shows one, in this order: the region, the asset, the
 * limits. What has no word of Edge's stays what it is.
 */
export function edgeErrorOf(error: unknown, exchange: Exchange): unknown {
  const { swapInfo, request } = exchange;
  const refused = permissionErrorOf(error, swapInfo);
  if (refused !== null || !(error instanceof SwapdeskError)) return refused ?? error;
  if (error.errors.some(({ code }) => NO_SUCH_ASSET.includes(code)))
    return new SwapCurrencyError(swapInfo, request);
  const tooSmall = error.errors.find(({ code }) => code === 'FROM_QUANTITY_TOO_SMALL');
  if (tooSmall !== undefined) {
    const { native, side } = limitOf(tooSmall, 'min', exchange);
    return new SwapBelowLimitError(swapInfo, native, side);
  }
  const tooLarge = error.errors.find(({ code }) => code === 'FROM_QUANTITY_TOO_LARGE');
  if (tooLarge !== undefined) {
    const { native, side } = limitOf(tooLarge, 'max', exchange);
    return new SwapAboveLimitError(swapInfo, native, side);
  }
  return error;
}

/** Of a refusal of whoever asks, by the desk or by a proxy before it; null: it is none. */
export function permissionErrorOf(error: unknown, swapInfo: EdgeSwapInfo): SwapPermissionError | null {
  if (!(error instanceof SwapdeskError || error instanceof NetworkError) || error.status === null)
    return null;
  if (error.status === UNAVAILABLE_FOR_LEGAL_REASONS)
    return new SwapPermissionError(swapInfo, 'geoRestriction');
  return NOT_ALLOWED.includes(error.status) ? new SwapPermissionError(swapInfo) : null;
}

interface Limit {
  readonly native: string;
  readonly side: SwapSide;
}

/** On the side that was asked for; where the desk cannot tell what is received at a limit, on that of the source. */
function limitOf(problem: Problem, which: 'min' | 'max', { request, from, to }: Exchange): Limit {
  const received = problem.to?.[0]?.[`${which}_to_quantity` as const];
  if (request.quoteFor === 'to' && received !== undefined)
    return { native: nativeOf(received, to), side: 'to' };
  const sent = problem[`${which}_from_quantity` as const];
  return { native: sent === undefined ? '' : nativeOf(sent, from), side: 'from' };
}

function nativeOf(decimal: string, { asset }: ExchangeSide): string {
  return toNative(decimal, asset.decimals);
}
