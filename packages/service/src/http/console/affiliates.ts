import {
  type AffiliateAddress,
  AffiliatesRequest,
  AffiliatesResponse,
  ConfirmScheduledRequest,
  ConfirmScheduledResponse,
  DoneResponse,
  MESSAGE,
  NameAddressRequest,
  ProposalPreviewResponse,
  ProposedResponse,
  SetRefCodeRequest,
  SettleRequest,
  StatementRequest,
  StatementResponse,
  UndoAddressRequest,
} from '@swapdesk/contract';
import { findAccount } from '../../access/accounts.ts';
import { confirmScheduled, listScheduled } from '../../acts/confirm-scheduled.ts';
import { aloneS } from '../../acts/context.ts';
import { nameAddressFor, undoAddressOf } from '../../acts/payout-addresses.ts';
import { settleCommissions } from '../../acts/settle-commissions.ts';
import { changeRate, listFormerRates } from '../../affiliates/change-rate.ts';
import { listRefCodes } from '../../affiliates/manage-ref-codes.ts';
import { listAffiliates, listSettlements } from '../../affiliates/overview.ts';
import { type NamedBy, type PayoutAddress, readPayoutAddresses } from '../../affiliates/payout-address.ts';
import type { Catalogue } from '../../catalog/catalogue.ts';
import type { CompletedOrder } from '../../figures/completed-orders.ts';
import {
  commissionState,
  monthIn,
  readStatement,
  statementFile,
  sumStatement,
} from '../../figures/statement-file.ts';
import { formatFixed, parseFixed } from '../../money/fixed.ts';
import { type Actor, audited } from '../../operators/audit.ts';
import type { Arguments } from '../../operators/proposals.ts';
import { assetAmount } from '../../orders/order-line.ts';
import { Refusal } from '../../refusal.ts';
import { type Download, download } from './download.ts';
import { consoleEndpoint } from './endpoint.ts';
import { ask, contextOf, preview } from './proposals.ts';

const MOST_LINES = 500;

const list = consoleEndpoint({
  method: 'GET',
  path: '/affiliates',
  request: AffiliatesRequest,
  response: AffiliatesResponse,
  changes: false,
  async handle({ database, market }) {
    const { catalogue, now } = market();
    const [affiliates, codes, former] = [
      await listAffiliates(database),
      await listRefCodes(database),
      await listFormerRates(database),
    ];
    const settlements = await listSettlements(database);
    const addresses = await readPayoutAddresses(database, now);
    return {
      data: {
        affiliates: affiliates.map(({ id, dueOrders, onItsWay, ...affiliate }) => ({
          ...affiliate,
          paid_to: shownAddress(addresses.get(id)?.current ?? null, catalogue),
          waiting: shownAddress(addresses.get(id)?.waiting ?? null, catalogue),
          due: formatFixed(parseFixed(affiliate.due)),
          due_orders: dueOrders,
          on_its_way: formatFixed(parseFixed(onItsWay)),
          codes: codes
            .filter(({ account }) => account === affiliate.account)
            .map(({ code, commission_ppm, orders, created_at, revoked_at }) => ({
              code,
              rate_ppm: commission_ppm,
              orders,
              created_at,
              revoked_at: revoked_at ?? 0,
              before: former
                .filter((each) => each.code === code)
                .map((each) => ({ rate_ppm: each.commission_ppm, until: each.until })),
            })),
        })),
        scheduled: (await listScheduled(database, catalogue)).map(({ paid, ...each }) => ({
          ...each,
          ...paid,
        })),
        settlements: settlements.map(({ asset_id, units, ...settlement }) => ({
          ...settlement,
          ...assetAmount(catalogue, asset_id, BigInt(units)),
        })),
      },
    };
  },
});

const statement = consoleEndpoint({
  method: 'GET',
  path: '/affiliates/statement',
  request: StatementRequest,
  response: StatementResponse,
  changes: false,
  async handle({ database }, { params }) {
    const { id } = await findAccount(database, params.account);
    const span = monthOf(params);
    const { orders, commission } = await sumStatement(database, span, id);
    const lines: CompletedOrder[] = [];
    for await (const page of readStatement(database, span, id)) {
      lines.push(...page.slice(0, MOST_LINES - lines.length));
      if (lines.length === MOST_LINES) break;
    }
    return {
      data: {
        begins: span.from,
        ends: span.until,
        orders,
        commission,
        is_cut: orders > lines.length,
        lines: lines.map((order) => ({
          order_no: order.no,
          completed_at: order.finished_at,
          code: order.code,
          rate_ppm: order.rate_ppm ?? 0,
          fees: order.fees,
          commission: order.commissions,
          state: commissionState(order),
          deposits: [...order.deposits],
          payouts: [...order.payouts],
        })),
      },
    };
  },
});

const previewSettlement = consoleEndpoint({
  method: 'POST',
  path: '/affiliates/settle/preview',
  request: SettleRequest,
  response: ProposalPreviewResponse,
  changes: false,
  handle: (services, { params }) => preview(services, settleCommissions, wishOf(params)),
});

const settle = consoleEndpoint({
  method: 'POST',
  path: '/affiliates/settle',
  request: SettleRequest,
  response: ProposedResponse,
  changes: true,
  handle: (services, call) => ask(services, call, settleCommissions, wishOf(call.params)),
});

const setRate = consoleEndpoint({
  method: 'POST',
  path: '/refcodes/set',
  request: SetRefCodeRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { code, rate_ppm }, actor, now }) {
    await audited(database, actor, now, async (client) => {
      const changes = await changeRate(client, code, rate_ppm.toInteger() as number, now);
      return { act: 'refcode set', subject: code, changes, result: undefined };
    });
    return {};
  },
});

const nameAddress = consoleEndpoint({
  method: 'POST',
  path: '/affiliates/address',
  request: NameAddressRequest,
  response: DoneResponse,
  changes: true,
  async handle(services, { params: { account, chain, abbr, address }, actor, now }) {
    const wish = { account, chain, coin: abbr, to: address.trim() };
    await audited(services.database, actor, now, (client) =>
      nameAddressFor(client, wish, byOperator(actor), contextOf(services), now),
    );
    return {};
  },
});

const undoAddress = consoleEndpoint({
  method: 'POST',
  path: '/affiliates/address/undo',
  request: UndoAddressRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, market }, { params: { account }, actor, now }) {
    const { catalogue } = market();
    await audited(database, actor, now, (client) =>
      undoAddressOf(client, account, byOperator(actor), catalogue, now),
    );
    return {};
  },
});

const confirmAll = consoleEndpoint({
  method: 'POST',
  path: '/affiliates/confirm-scheduled',
  request: ConfirmScheduledRequest,
  response: ConfirmScheduledResponse,
  changes: true,
  async handle(services, { params, actor, session, now }) {
    const { database, market, network } = services;
    const decider = { ...actor, role: session.role };
    const waitS = aloneS(market().settings, network);
    const seen = params.proposals.map((id) => id.toInteger() as number);
    const done = await confirmScheduled(database, seen, decider, contextOf(services), waitS, now);
    return { data: done.map(({ whyNot, ...each }) => ({ ...each, why_not: whyNot ?? '' })) };
  },
});

/** Who earns of orders, how much, and what is paid of it. */
export const AFFILIATE_ENDPOINTS = [
  list,
  statement,
  previewSettlement,
  settle,
  setRate,
  nameAddress,
  undoAddress,
  confirmAll,
];

function byOperator({ name }: Actor): NamedBy {
  return { name, via: 'console' };
}

function shownAddress(named: PayoutAddress | null, catalogue: Catalogue): AffiliateAddress | null {
  if (named === null) return null;
  const { assetId, address, namedBy, effectiveAt } = named;
  const { chain, abbr } = catalogue.get(assetId);
  return { chain: chain.name, abbr, address, named_by: namedBy, effective_at: effectiveAt };
}

function statementDownload(format: 'csv' | 'jsonl', type: string): Download {
  return download({
    path: `/affiliates/statement/${format}`,
    request: StatementRequest,
    type,
    fileName: `statement.${format}`,
    async *write({ database, market }, { params }) {
      const { id } = await findAccount(database, params.account);
      const request = { accountId: id, span: monthOf(params), format };
      yield* statementFile(database, market().catalogue, request);
    },
  });
}

export const AFFILIATE_DOWNLOADS = [
  statementDownload('csv', 'text/csv; charset=utf-8'),
  statementDownload('jsonl', 'application/x-ndjson; charset=utf-8'),
];

/** Refuses what is no month of a zone. */
function monthOf({ month, zone }: StatementRequest): { from: number; until: number } {
  const span = monthIn(month, zone);
  if (span === null) throw new Refusal(MESSAGE.incorrectParameters);
  return span;
}

function wishOf({ account, chain, abbr, address, reason }: SettleRequest): Arguments {
  return { account, chain, coin: abbr, address: address.trim(), why: reason };
}
