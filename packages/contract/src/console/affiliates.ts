import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Text, Whole } from '../schema.ts';
import { AssetAmount, assetName, NoInput, Nullable, Time } from './common.ts';

/** Who earns of orders that come through them. Commissions in USDT, with every digit. */

export const AffiliateCode = Type.Object({
  code: Type.String(),
  rate_ppm: Integer({ description: 'Part of the service fee, in millionths' }),
  orders: Integer(),
  created_at: Time('Made'),
  revoked_at: Time('Revoked: new orders earn nothing'),
  before: Type.Array(Type.Object({ rate_ppm: Integer(), until: Time('Until when it held') }), {
    description: 'Rates of before, the latest first',
  }),
});
export type AffiliateCode = Static<typeof AffiliateCode>;

/** Where an affiliate is paid. */
export const AffiliateAddress = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  address: Type.String(),
  named_by: Type.String({ description: 'The key, the operator, or the user of the machine' }),
  effective_at: Time('From when it counts'),
});
export type AffiliateAddress = Static<typeof AffiliateAddress>;

export const ConsoleAffiliate = Type.Object({
  account: Type.String(),
  orders: Integer({ description: 'That came through their codes' }),
  earned: Amount(),
  due: Amount({ description: 'Earned, and covered by no settlement' }),
  due_orders: Integer(),
  on_its_way: Amount({ description: 'Covered by a settlement that is not confirmed' }),
  settled: Amount(),
  paid_to: Nullable(AffiliateAddress),
  waiting: Nullable(AffiliateAddress),
  codes: Type.Array(AffiliateCode),
});
export type ConsoleAffiliate = Static<typeof ConsoleAffiliate>;

export const ConsoleSettlement = Type.Object({
  id: Integer(),
  account: Type.String(),
  usdt: Amount({ description: 'Commissions that it covers' }),
  ...AssetAmount.properties,
  address: Type.String(),
  state: Type.String(),
  created_at: Time('Confirmed'),
  txid: Type.String({ description: 'Empty while nothing carries it' }),
});
export type ConsoleSettlement = Static<typeof ConsoleSettlement>;

/** What the schedule proposes to pay, and nobody has decided. */
export const ConsoleScheduled = Type.Object({
  proposal: Integer(),
  account: Type.String(),
  usdt: Amount({ description: 'Commissions that it covers' }),
  ...AssetAmount.properties,
  address: Type.String(),
});
export type ConsoleScheduled = Static<typeof ConsoleScheduled>;

/** GET /affiliates */
export const AffiliatesRequest = NoInput;
export const AffiliatesResponse = Envelope({
  data: Type.Object({
    affiliates: Type.Array(ConsoleAffiliate),
    settlements: Type.Array(ConsoleSettlement, { description: 'The newest' }),
    scheduled: Type.Array(ConsoleScheduled, {
      description: 'Proposed by schedule, and waiting to be confirmed',
    }),
  }),
});
export type AffiliatesData = Static<typeof AffiliatesResponse>['data'];

const account = Text({ minLength: 1, maxLength: 64 });

/** GET /affiliates/statement, /affiliates/statement/csv, /affiliates/statement/jsonl: orders completed in a month of a zone. */
export const StatementRequest = Type.Object({
  account,
  month: Text({ minLength: 7, maxLength: 7 }, { description: 'Such as 2026-11' }),
  zone: Text({ minLength: 1, maxLength: 64 }, { description: 'A time zone, such as Europe/Berlin' }),
});
export type StatementRequest = Static<typeof StatementRequest>;

export const StatementLine = Type.Object({
  order_no: Type.String(),
  completed_at: Time('Completed'),
  code: Type.String(),
  rate_ppm: Integer(),
  fees: Amount(),
  commission: Amount(),
  state: OneOf(['due', 'on its way', 'settled']),
  deposits: Type.Array(Type.String(), { description: 'Transactions that sent to us' }),
  payouts: Type.Array(Type.String(), { description: 'Transactions by which we paid' }),
});
export type StatementLine = Static<typeof StatementLine>;
export const StatementResponse = Envelope({
  data: Type.Object({
    begins: Time('When the month begins'),
    ends: Time('When it is over'),
    orders: Integer(),
    commission: Amount({ description: 'Of the whole month' }),
    lines: Type.Array(StatementLine, { description: 'The first 500; a file has all' }),
    is_cut: Type.Boolean(),
  }),
});
export type StatementData = Static<typeof StatementResponse>['data'];

/** POST /affiliates/settle, /affiliates/settle/preview: commissions that are due are paid, once another operator confirms it. */
export const SettleRequest = Type.Object({
  account,
  ...assetName,
  address: Text({ minLength: 1, maxLength: 1024 }),
  reason: Text({ minLength: 1, maxLength: 500 }),
});
export type SettleRequest = Static<typeof SettleRequest>;

/** POST /affiliates/confirm-scheduled: what the schedule has proposed and was looked at, as far as it can be confirmed. */
export const ConfirmScheduledRequest = Type.Object({
  proposals: Type.Array(Whole({ minimum: 1 }), { minItems: 1, maxItems: 10_000 }),
});
export const ConfirmScheduledResponse = Envelope({
  data: Type.Array(
    Type.Object({
      proposal: Integer(),
      account: Type.String(),
      why_not: Type.String({ description: 'Why it was not confirmed; empty: it was' }),
    }),
  ),
});
export type ConfirmScheduledData = Static<typeof ConfirmScheduledResponse>['data'];

/** POST /affiliates/address: where an affiliate is paid, from later on. */
export const NameAddressRequest = Type.Object({
  account,
  ...assetName,
  address: Text({ minLength: 1, maxLength: 1024 }),
});
export type NameAddressRequest = Static<typeof NameAddressRequest>;

/** POST /affiliates/address/undo: what does not count yet is taken back. */
export const UndoAddressRequest = Type.Object({ account });
export type UndoAddressRequest = Static<typeof UndoAddressRequest>;

/** POST /refcodes/set. Orders placed before keep their rate. */
export const SetRefCodeRequest = Type.Object({
  code: Text({ minLength: 1, maxLength: 64 }),
  rate_ppm: Whole({ minimum: 0, maximum: 1_000_000 }),
});
export type SetRefCodeRequest = Static<typeof SetRefCodeRequest>;
