import type {
  AffiliateSummary,
  NamedPayoutAddress,
  OwnRefCode,
  OwnSettlement,
  OwnStatement,
  OwnStatementLine,
  ReferralOrder,
} from '@swapdesk/contract';
import type { Decimal } from '@swapdesk/contract/plain';
import { type Exact, getAll } from '../api/call.ts';
import { type Credentials, signedHeaders } from './sign.ts';

export type Code = Exact<OwnRefCode, 'commission_rate' | 'orders' | 'created_at' | 'revoked_at'>;
export type Settlement = Exact<OwnSettlement, 'created_at' | 'usdt' | 'amount'>;
export type NamedAddress = Exact<NamedPayoutAddress, 'named_at' | 'effective_at'>;
type Sums = 'orders' | 'earned' | 'due' | 'due_orders' | 'on_its_way' | 'settled';

/** What an affiliate has earned, and was paid. */
export type Summary = Exact<Pick<AffiliateSummary, Sums>, Sums> & {
  readonly codes: readonly Code[];
  readonly settlements: readonly Settlement[];
  readonly paid_to: { readonly current?: NamedAddress; readonly waiting?: NamedAddress };
};

export type EarningOrder = Exact<
  ReferralOrder,
  'created_at' | 'commission' | 'order_amount_in_usdt' | 'send_amount' | 'status' | 'settle_status'
>;

export interface OrderPage {
  readonly data: readonly EarningOrder[];
  readonly total: Decimal;
  readonly total_commission: Decimal;
}

export interface OrderFilter {
  readonly page: number;
  /** Empty: all. */
  readonly code: string;
  /** Empty: all; else 1 or 2. */
  readonly settled: string;
}

export const PAGE_SIZE = 20;

/** Asks in the name of a key's account. Throws Refused or Unreachable. */
async function ask(credentials: Credentials, path: string, query: Readonly<Record<string, string>> = {}) {
  const search = new URLSearchParams(query).toString();
  return getAll(path, query, { headers: await signedHeaders(credentials, path, search) });
}

export async function askSummary(credentials: Credentials): Promise<Summary> {
  return (await ask(credentials, '/openapi/affiliate')).data as unknown as Summary;
}

/** The newest first. */
export async function askOrders(credentials: Credentials, filter: OrderFilter): Promise<OrderPage> {
  const { page, code, settled } = filter;
  return (await ask(credentials, '/openapi/refcode/order/list', {
    page: String(page),
    page_size: String(PAGE_SIZE),
    ...(code !== '' && { ref_code: code }),
    ...(settled !== '' && { settle_status: settled }),
  })) as unknown as OrderPage;
}

type Numbers = 'completed_at' | 'commission_rate' | 'send_amount' | 'turnover' | 'fees';
export type StatementLine = Exact<OwnStatementLine, Numbers | 'markup_usdt' | 'commission'>;
type WireStatement = Exact<Pick<OwnStatement, 'commission' | 'next'>, 'commission'> & {
  readonly lines: readonly StatementLine[];
};

/** A month, whole. */
export interface Statement {
  readonly commission: Decimal;
  readonly lines: readonly StatementLine[];
}

export async function askStatement(
  credentials: Credentials,
  month: string,
  zone: string,
): Promise<Statement> {
  const lines: StatementLine[] = [];
  for (let after = ''; ; ) {
    const query = { month, zone, ...(after !== '' && { after }) };
    const answer = await ask(credentials, '/openapi/affiliate/statement', query);
    const part = answer.data as unknown as WireStatement;
    lines.push(...part.lines);
    if (part.next === '') return { commission: part.commission, lines };
    after = part.next;
  }
}
