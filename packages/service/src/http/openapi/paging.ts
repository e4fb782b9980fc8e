import { DEFAULT_PAGE_SIZE, type Decimal, MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../../refusal.ts';
import type { PageRequest } from '../../rolls/page.ts';

interface PagingParams {
  readonly page?: Decimal;
  readonly page_size?: Decimal;
  readonly created_start?: Decimal;
  readonly created_end?: Decimal;
  readonly direction?: 'DESC' | 'ASC';
}

/** What both lists take, with defaults. A range that ends before it starts makes no sense. */
export function pagingOf(params: PagingParams): Omit<PageRequest, 'rollId' | 'ownerId' | 'facet'> {
  const createdStart = params.created_start?.toInteger() ?? null;
  const createdEnd = params.created_end?.toInteger() ?? null;
  if (createdStart !== null && createdEnd !== null && createdStart > createdEnd) {
    throw new Refusal(MESSAGE.incorrectParameters);
  }
  return {
    createdStart,
    createdEnd,
    newestFirst: params.direction !== 'ASC',
    page: params.page?.toInteger() ?? 1,
    pageSize: params.page_size?.toInteger() ?? DEFAULT_PAGE_SIZE,
  };
}

/** A value to filter by; one that is not in the interface's table makes no sense. */
export function facetOf(value: Decimal | undefined, defined: readonly number[]): number | null {
  const facet = value?.toInteger() ?? null;
  if (facet !== null && !defined.includes(facet)) throw new Refusal(MESSAGE.incorrectParameters);
  return facet;
}
