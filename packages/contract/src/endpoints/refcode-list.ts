import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, Text, Whole } from '../schema.ts';
import { paging } from './paging.ts';

export const RefcodeListRequest = Type.Object({
  ...paging,
  ref_code: Type.Optional(Text({ maxLength: 128 }, { description: 'Only orders of this referral code' })),
  settle_status: Type.Optional(Whole({}, { description: '1 incomplete, 2 completed' })),
});
export type RefcodeListRequest = Static<typeof RefcodeListRequest>;

export const ReferralOrder = Type.Object({
  ref_code: Type.String({ description: 'Referral code; empty where a markup alone earns' }),
  commission_rate: Amount({ description: 'Commission rate' }),
  markup: Type.Optional(
    Amount({ description: 'Where the order was placed with one: the markup, as a part of 1' }),
  ),
  settle_status: Integer({ description: '1 incomplete, 2 completed' }),
  created_at: Integer({ description: 'Creation time' }),
  updated_at: Integer({ description: 'Update time' }),
  commission: Amount({ description: 'Commission amount in USDT; 0 until the order completes' }),
  order_amount_in_usdt: Amount({ description: 'Order amount in USDT' }),
  order_no: Type.String(),
  query_code: Type.String(),
  status: Integer({
    description:
      '1 pending transfer, 2 transferred, 3 exchanging, 4 completed, 7 frozen, 8 expired, 9 abandoned',
  }),
  send_chain: Type.String(),
  send_coin: Type.String(),
  send_amount: Amount(),
});
export type ReferralOrder = Static<typeof ReferralOrder>;

export const RefcodeListResponse = Envelope({
  data: Type.Array(ReferralOrder),
  total: Integer({ description: 'Number of records that match, on all pages' }),
  total_commission: Amount({ description: 'Commission of all that match, in USDT' }),
});
