import { MESSAGE, RefcodeListRequest, RefcodeListResponse, SETTLE_STATUSES } from '@swapdesk/contract';
import { listReferralOrders } from '../../affiliates/list.ts';
import { findRefCode } from '../../affiliates/ref-code.ts';
import { endpoint } from '../endpoint.ts';
import { facetOf, pagingOf } from './paging.ts';

export const refcodeOrderList = endpoint({
  method: 'GET',
  path: '/refcode/order/list',
  id: 'refcodeList',
  summary: 'Ref code order list',
  description:
    "Orders that came through the account's referral codes, with commissions. In open mode, where there are no " +
    'accounts, through any code.',
  request: RefcodeListRequest,
  response: RefcodeListResponse,
  refuses: [MESSAGE.incorrectParameters],
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async handle(services, { params, caller }) {
    const request = { ...pagingOf(params), facet: facetOf(params.settle_status, SETTLE_STATUSES) };
    const asked = params.ref_code;
    const code = asked === undefined ? null : await findRefCode(services.reader, asked);
    // A code that does not exist, or is someone else's, has no orders to show.
    if (asked !== undefined && code?.accountId !== caller.account.id) {
      return { data: [], total: 0, total_commission: '0' };
    }
    const page = await listReferralOrders(
      services.reader,
      services.market().catalogue,
      { account: caller.account, code },
      request,
    );
    return { data: page.orders, total: page.total, total_commission: page.totalCommission };
  },
});
