import { type ExportOrdersRequest, MESSAGE, ORDER_STATUSES } from '@swapdesk/contract';
import type { Catalogue } from '../../catalog/catalogue.ts';
import type { OrderFilter } from '../../orders/browse-orders.ts';
import { Refusal } from '../../refusal.ts';

/** The filters of a request; refuses those that make no sense together. */
export function filterOf(params: ExportOrdersRequest, catalogue: Catalogue): OrderFilter {
  const status = params.status?.toInteger() ?? undefined;
  const createdStart = params.created_start?.toInteger() ?? undefined;
  const createdEnd = params.created_end?.toInteger() ?? undefined;
  const isBackward = createdStart !== undefined && createdEnd !== undefined && createdStart > createdEnd;
  if (isBackward || (status !== undefined && !ORDER_STATUSES.includes(status))) {
    throw new Refusal(MESSAGE.incorrectParameters);
  }
  return {
    status,
    account: params.account,
    assetIds: assetIdsOf(params, catalogue),
    side: params.side ?? 'any',
    createdStart,
    createdEnd,
  };
}

/** All assets of that chain and that coin, as far as they are named; undefined if neither is. */
export function assetIdsOf(
  { chain, abbr }: Pick<ExportOrdersRequest, 'chain' | 'abbr'>,
  { assets }: Catalogue,
): number[] | undefined {
  if (chain === undefined && abbr === undefined) return undefined;
  const isSame = (a: string | undefined, b: string) => a === undefined || a.toLowerCase() === b.toLowerCase();
  return assets
    .filter((asset) => isSame(chain, asset.chain.name) && isSame(abbr, asset.abbr))
    .map(({ id }) => id);
}
