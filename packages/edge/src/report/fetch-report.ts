import type { SwapdeskClient } from '@swapdesk/client';
import { reportOf } from './report-of.ts';
import type { ReportedTransaction } from './reported-transaction.ts';

/** Which transactions to report. */
export interface ReportRequest {
  /** Created since then, that moment included. */
  readonly startDate?: Date;
  /** Created before then. */
  readonly endDate?: Date;
  /** How many to a page, 100 at most and if nothing is said. */
  readonly limit?: number;
  /** 1 for the first. */
  readonly page?: number;
  /** Of one referral code; without it those of all codes of the account. */
  readonly refCode?: string;
}

export interface Report {
  readonly transactions: readonly ReportedTransaction[];
  /** Of all pages. */
  readonly total: number;
}

/** As many orders are looked at side by side. */
const AT_ONCE = 10;

/**
 * A page of what came through the referral codes of the client's account, the oldest first. For the side of Edge that has the account's
 * key, which no wallet needs.
 */
export async function fetchReport(client: SwapdeskClient, request: ReportRequest = {}): Promise<Report> {
  const { startDate, endDate, limit = 100, page = 1, refCode } = request;
  const [listed, found] = await Promise.all([
    client.assets(),
    client.referralList({
      page,
      page_size: limit,
      created_start: startDate && secondsOf(startDate),
      created_end: endDate && secondsOf(endDate),
      direction: 'ASC',
      ref_code: refCode,
    }),
  ]);
  const transactions: ReportedTransaction[] = [];
  for (let n = 0; n < found.data.length; n += AT_ONCE) {
    const few = found.data.slice(n, n + AT_ONCE).map(({ query_code }) => client.query(query_code));
    for (const order of await Promise.all(few)) transactions.push(reportOf(order, listed));
  }
  return { transactions, total: found.total };
}

/** Orders are created at whole seconds: the first one that is not before the moment. */
const secondsOf = (date: Date) => Math.ceil(date.getTime() / 1_000);
