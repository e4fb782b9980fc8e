import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Text } from '../schema.ts';
import { PayoutAddressState } from './payout-address.ts';

/** An addition to the interface: what an affiliate has earned here, and has been paid. Of the caller's account alone. */

/** How it stands with what a settlement pays; `dropped`: it is not paid, and what it covered is due again. */
export const SETTLEMENT_STATES = ['ready', 'signed', 'failed', 'confirmed', 'dropped'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/** How it stands with the commission of a completed order. */
export const COMMISSION_STATES = ['due', 'on its way', 'settled'] as const;
export type CommissionState = (typeof COMMISSION_STATES)[number];

/** The newest settlements, so many of them at most. */
export const MOST_OWN_SETTLEMENTS = 100;
/** So many lines of a statement come at a time. */
export const STATEMENT_PAGE = 500;

export const OwnRefCode = Type.Object({
  code: Type.String({ description: 'Referral code' }),
  commission_rate: Amount({ description: 'What it earns of the service fee, as a part of 1' }),
  orders: Integer({ description: 'How many came through it' }),
  created_at: Integer({ description: 'When it was made' }),
  revoked_at: Integer({ description: 'Since when new orders earn nothing by it; 0: it earns' }),
});
export type OwnRefCode = Static<typeof OwnRefCode>;

export const OwnSettlement = Type.Object({
  created_at: Integer({ description: 'When it was decided' }),
  usdt: Amount({ description: 'What the commissions come to that it pays, in USDT' }),
  chain: Type.String({ description: 'Chain name' }),
  abbr: Type.String({ description: 'Coin name' }),
  amount: Amount({ description: 'What is paid, in that coin' }),
  address: Type.String({ description: 'Where to' }),
  state: OneOf([...SETTLEMENT_STATES], {
    description:
      'ready: to be paid; signed: on its way; confirmed: paid; failed: the operator decides; dropped: not paid, and due again',
  }),
  txid: Type.String({ description: 'The transaction that pays it; empty while there is none' }),
});
export type OwnSettlement = Static<typeof OwnSettlement>;

export const AffiliateSummary = Type.Object({
  orders: Integer({
    description: 'How many orders earn, or may: through codes of yours, or with your markup',
  }),
  earned: Amount({ description: 'Commission of all that were completed, in USDT' }),
  due: Amount({ description: 'What of it is covered by no settlement' }),
  due_orders: Integer({ description: 'Of how many orders that is' }),
  on_its_way: Amount({ description: 'What of it is covered by a settlement that is not confirmed' }),
  settled: Amount({ description: 'What of it was paid, confirmed on its chain' }),
  codes: Type.Array(OwnRefCode, { description: 'In the order in which they were made' }),
  settlements: Type.Array(OwnSettlement, {
    description: `The newest first, ${MOST_OWN_SETTLEMENTS} at most`,
  }),
  paid_to: PayoutAddressState,
});
export type AffiliateSummary = Static<typeof AffiliateSummary>;

/** GET /affiliate */
export const AffiliateResponse = Envelope({ data: AffiliateSummary });

/** GET /affiliate/statement */
export const OwnStatementRequest = Type.Object({
  month: Text({ minLength: 7, maxLength: 7 }, { description: 'Such as 2026-11' }),
  zone: Type.Optional(
    Text(
      { maxLength: 64 },
      { description: 'The time zone whose month it is, such as Europe/Berlin', default: 'UTC' },
    ),
  ),
  after: Type.Optional(
    Text({ maxLength: 64 }, { description: 'The number of the last order that is known: goes on after it' }),
  ),
});
export type OwnStatementRequest = Static<typeof OwnStatementRequest>;

export const OwnStatementLine = Type.Object({
  order_no: Type.String({ description: 'Number of the order' }),
  completed_at: Integer({ description: 'When it was completed' }),
  ref_code: Type.String({ description: 'Referral code; empty where a markup alone earns' }),
  commission_rate: Amount({ description: 'Commission rate, as agreed when it was placed' }),
  send_chain: Type.String({ description: 'Chain of what was sent' }),
  send_coin: Type.String({ description: 'Coin of what was sent' }),
  send_amount: Amount({ description: 'How much of it came' }),
  turnover: Amount({ description: 'What that was worth, in USDT' }),
  fees: Amount({ description: 'Service fees with the markup, in USDT' }),
  markup_usdt: Amount({ description: 'What of that is your markup, in USDT' }),
  commission: Amount({ description: 'Commission, in USDT' }),
  state: OneOf([...COMMISSION_STATES], { description: 'How it stands with the commission' }),
  deposits: Type.Array(Type.String(), { description: 'Transactions that sent to the service' }),
  payouts: Type.Array(Type.String(), { description: 'Transactions by which it paid' }),
});
export type OwnStatementLine = Static<typeof OwnStatementLine>;

export const OwnStatement = Type.Object({
  begins: Integer({ description: 'When the month begins' }),
  ends: Integer({ description: 'When it is over' }),
  orders: Integer({ description: 'How many were completed in it' }),
  commission: Amount({ description: 'What all of them have earned, in USDT' }),
  lines: Type.Array(OwnStatementLine, {
    description: `One for each order, the oldest first, ${STATEMENT_PAGE} at a time`,
  }),
  next: Type.String({ description: 'Go on with this as `after`; empty: these were the last' }),
});
export type OwnStatement = Static<typeof OwnStatement>;
export const OwnStatementResponse = Envelope({ data: OwnStatement });
