export type * from './edge-core.ts';
export {
  SwapAboveLimitError,
  SwapBelowLimitError,
  SwapCurrencyError,
  SwapPermissionError,
} from './errors.ts';
export { makeSwapdeskPlugin } from './plugin.ts';
export { fetchReport, type ReportRequest } from './report/fetch-report.ts';
export type { ReportedTransaction } from './report/reported-transaction.ts';
export { type EdgeStatus, edgeStatusOf } from './status.ts';
