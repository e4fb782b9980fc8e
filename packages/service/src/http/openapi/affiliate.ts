import {
  AffiliateResponse,
  type AffiliateSummary,
  MESSAGE,
  MOST_OWN_SETTLEMENTS,
  NoParameters,
  type OwnSettlement,
  type OwnStatementLine,
  OwnStatementRequest,
  OwnStatementResponse,
  STATEMENT_PAGE,
} from '@swapdesk/contract';
import { listRefCodes } from '../../affiliates/manage-ref-codes.ts';
import { type ListedSettlement, listSettlements, readAffiliate } from '../../affiliates/overview.ts';
import { readPayoutAddress } from '../../affiliates/payout-address.ts';
import type { Catalogue } from '../../catalog/catalogue.ts';
import type { CompletedOrder } from '../../figures/completed-orders.ts';
import { commissionState, monthIn, readStatementPage, sumStatement } from '../../figures/statement-file.ts';
import { formatFixed, parseFixed } from '../../money/fixed.ts';
import { fromUnits } from '../../money/units.ts';
import { Refusal } from '../../refusal.ts';
import { endpoint } from '../endpoint.ts';
import { accountWithLog } from './account-events.ts';
import { shownAddresses } from './payout-address.ts';

/** What is read of an account's own is asked for by its id, never by what a caller says. */

const summary = endpoint({
  method: 'GET',
  path: '/affiliate',
  id: 'affiliate',
  summary: 'What you have earned',
  description:
    'What orders have earned the account through its referral codes and markups, what of it was paid and is due, in USDT; its codes; the ' +
    'newest settlements; and where commissions are paid. A call costs the same however many orders there were.',
  request: NoParameters,
  response: AffiliateResponse,
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async handle({ reader, market }, { caller }) {
    const accountId = accountWithLog(caller);
    const { catalogue, now } = market();
    const [sums, codes, settlements, named] = await Promise.all([
      readAffiliate(reader, accountId),
      listRefCodes(reader, accountId),
      listSettlements(reader, accountId, MOST_OWN_SETTLEMENTS),
      readPayoutAddress(reader, accountId, now),
    ]);
    const data: AffiliateSummary = {
      orders: sums?.orders ?? 0,
      earned: exact(sums?.earned),
      due: exact(sums?.due),
      due_orders: sums?.dueOrders ?? 0,
      on_its_way: exact(sums?.onItsWay),
      settled: exact(sums?.settled),
      codes: codes.map(({ code, commission_ppm, orders, created_at, revoked_at }) => ({
        code,
        commission_rate: fromUnits(BigInt(commission_ppm), 6),
        orders,
        created_at,
        revoked_at: revoked_at ?? 0,
      })),
      settlements: settlements.map((each) => shownSettlement(each, catalogue)),
      paid_to: shownAddresses(named, catalogue),
    };
    return { data };
  },
});

const statement = endpoint({
  method: 'GET',
  path: '/affiliate/statement',
  id: 'affiliateStatement',
  summary: 'What you have earned in a month',
  description:
    'The orders that were completed in a month of a time zone and earn the account a commission, one by one, with the transactions on both ' +
    'sides. Without query codes: they are the clients’. An order is there some seconds after it was completed.',
  request: OwnStatementRequest,
  response: OwnStatementResponse,
  refuses: [MESSAGE.incorrectParameters],
  weight: 20,
  scope: 'read',
  needsAccount: true,

  async handle({ reader, market }, { params, caller }) {
    const accountId = accountWithLog(caller);
    const span = monthIn(params.month, params.zone ?? 'UTC');
    const lines = span === null ? null : await readStatementPage(reader, span, accountId, params.after);
    if (span === null || lines === null) throw new Refusal(MESSAGE.incorrectParameters);
    const { orders, commission } = await sumStatement(reader, span, accountId);
    const { catalogue } = market();
    return {
      data: {
        begins: span.from,
        ends: span.until,
        orders,
        commission,
        lines: lines.map((order) => shownLine(order, catalogue)),
        next: lines.length < STATEMENT_PAGE ? '' : (lines.at(-1)?.no ?? ''),
      },
    };
  },
});

/** What an affiliate is shown of its own. */
export const AFFILIATE_OWN_ENDPOINTS = [summary, statement];

function exact(usdt = '0'): string {
  return formatFixed(parseFixed(usdt));
}

function shownSettlement(settlement: ListedSettlement, catalogue: Catalogue): OwnSettlement {
  const { asset_id, units, usdt, created_at, address, state, txid } = settlement;
  const { chain, abbr, decimals } = catalogue.get(asset_id);
  const amount = fromUnits(BigInt(units), decimals);
  return { created_at, usdt, chain: chain.name, abbr, amount, address, state, txid };
}

function shownLine(order: CompletedOrder, catalogue: Catalogue): OwnStatementLine {
  const sent = catalogue.get(order.from_asset);
  return {
    order_no: order.no,
    completed_at: order.finished_at,
    ref_code: order.code,
    commission_rate: fromUnits(BigInt(order.rate_ppm ?? 0), 6),
    send_chain: sent.chain.name,
    send_coin: sent.abbr,
    send_amount: fromUnits(BigInt(order.received_units), sent.decimals),
    turnover: order.turnover,
    fees: order.fees,
    markup_usdt: order.markup,
    commission: order.commissions,
    state: commissionState(order),
    deposits: [...order.deposits],
    payouts: [...order.payouts],
  };
}
