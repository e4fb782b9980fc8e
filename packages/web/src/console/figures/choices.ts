import type { ConsoleFiguresRequest } from '@swapdesk/contract';

// Said anew here, so that the page loads no schemas; held against the contract by their types.
export const FIGURES_BY = [
  'pair',
  'from',
  'to',
  'account',
  'code',
  'none',
] as const satisfies readonly ConsoleFiguresRequest['by'][];
export const FIGURES_PER = [
  'all',
  'day',
  'week',
  'month',
] as const satisfies readonly ConsoleFiguresRequest['per'][];
export const FIGURES_SORT = [
  'turnover',
  'fees',
  'commissions',
  'network',
  'result',
  'orders',
  'period',
  'name',
] as const satisfies readonly NonNullable<ConsoleFiguresRequest['sort']>[];
