import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf } from '../schema.ts';
import { Alarm } from './alarms.ts';
import { ChainState, HaltState, LeaseState } from './chains.ts';
import { NoInput, Time } from './common.ts';
import { PriceState } from './prices.ts';

/** An asset's treasury, by the ledger. */
export const TreasuryState = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  held: Amount({ description: 'All that our addresses hold' }),
  free: Amount({ description: 'Can be promised to new orders' }),
  reserved: Amount({ description: 'Owed to orders' }),
  promised: Amount({ description: 'To open fixed orders' }),
  arriving: Amount({ description: 'In the chain, not deep enough yet' }),
  unclaimed: Amount({ description: "Arrived at an address of ours that is no order's" }),
  target: Amount({ description: 'What should be free; 0: nothing was said' }),
  free_value: Amount({ description: 'Of what is free, in USDT; 0 without a fresh price' }),
  target_value: Amount({ description: 'Of the target, in USDT; 0 without a fresh price' }),
});
export type TreasuryState = Static<typeof TreasuryState>;

/** GET /overview: how it is now. Some seconds old at most. */
export const OverviewResponse = Envelope({
  data: Type.Object({
    at: Time('When this was read'),
    orders: Type.Array(Type.Object({ status: Integer(), orders: Integer() }), {
      description: 'How many orders are in each status, all of them',
    }),
    frozen: Type.Array(Type.Object({ reason: Type.String(), orders: Integer(), decided: Integer() })),
    treasury: Type.Array(TreasuryState),
    prices: Type.Array(PriceState),
    chains: Type.Array(ChainState),
    leases: Type.Array(LeaseState),
    halts: Type.Array(HaltState),
    alarms: Type.Array(Alarm, {
      description: 'What the doctor finds wrong, the critical first; empty: all is well',
    }),
    to_decide: Integer({ description: 'Deposits and losses that wait for a decision' }),
    checks: Integer({ description: 'How many things were looked at' }),
  }),
});
export type OverviewData = Static<typeof OverviewResponse>['data'];
export const OverviewRequest = NoInput;

/** GET /overview/figures: what was earned and how fast, in steps. */
export const FiguresRequest = Type.Object({
  step: OneOf(['hour', 'day'], { description: 'hour: the last 48 hours; day: the last 30 days, UTC' }),
});
export type FiguresRequest = Static<typeof FiguresRequest>;

/** Of the orders that were completed within the step. Amounts in USDT, at the prices they were exchanged at. */
export const Figure = Type.Object({
  from: Time('Beginning of the step'),
  completed: Integer({ description: 'Orders' }),
  volume: Amount({ description: 'What was sent to us' }),
  fees: Amount({ description: 'Service fees' }),
  commissions: Amount({ description: 'What affiliates earn of it' }),
  margin: Amount({ description: 'Fees less commissions' }),
  median_s: Integer({
    description: 'Seconds from the first sight of the deposit to the last confirmed output',
  }),
  slow_s: Integer({ description: 'Nine of ten were faster' }),
});
export type Figure = Static<typeof Figure>;
export const FiguresResponse = Envelope({
  data: Type.Object({
    steps: Type.Array(Figure, { description: 'Oldest first, without gaps; the last one is not over yet' }),
    latest: Type.Object(
      { orders: Integer(), p50_s: Integer(), p90_s: Integer(), p99_s: Integer() },
      { description: 'Time to complete, of the latest 1,000 completed orders' },
    ),
  }),
});
export type FiguresData = Static<typeof FiguresResponse>['data'];
