import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Quantity, Text, Whole } from '../schema.ts';
import { AssetAmount, assetName, NoInput, Nullable, Time } from './common.ts';

/** What the treasuries hold, and what operators take out of them. */

/** What is held is free, earned, and what is named between them, less `leaving`: to the last digit. */
export const TreasuryAsset = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  held: Amount(),
  owed: Amount({ description: 'To orders' }),
  promised: Amount({ description: 'To open fixed orders' }),
  arriving: Amount({ description: 'In the chain, not deep enough yet' }),
  unclaimed: Amount({ description: "Arrived at an address of ours that is no order's" }),
  withdrawn: Amount({ description: 'On its way out' }),
  set_aside: Amount({
    description: "The treasury's, and not free: what no booking explains, and what screening stopped",
  }),
  leaving: Amount({
    description: 'Paid, in a block that is not deep enough: owed or on its way out still, and held no more',
  }),
  earned: Amount(),
  free: Amount({ description: 'Can be promised to new orders, and taken out' }),
  target: Amount({ description: 'What should be free; 0: nothing was said' }),
  hot_limit: Amount({ description: 'What is free beyond it goes to the cold address; 0: nothing does' }),
});

/** One thing to do for the treasury. */
export const TreasuryStep = Type.Object({
  kind: OneOf(['cold', 'trade', 'request'], {
    description: 'cold: it goes to the cold address by itself; request: send it to the treasury',
  }),
  ...AssetAmount.properties,
  why: Type.String(),
  waits: Type.String({ description: 'What it waits for; empty if for nothing' }),
  address: Type.String({ description: 'Where it goes; empty if nowhere yet' }),
  payment_uri: Type.String({ description: 'A link that a wallet opens, of a request; else empty' }),
  wanted: Nullable(AssetAmount),
});

export const Withdrawal = Type.Object({
  id: Integer({ description: 'Its payout' }),
  purpose: OneOf(['withdrawal', 'cold', 'unclaimed', 'settlement'], {
    description:
      'cold: what was above the hot limit; unclaimed: a deposit of no order, given back; settlement: commissions of an affiliate',
  }),
  ...AssetAmount.properties,
  address: Type.String(),
  state: Type.String(),
  waits_why: Type.String({ description: 'What is in its way; empty if nothing is' }),
  why: Type.String({ description: 'What for' }),
  created_at: Time('Confirmed'),
  txid: Type.String({ description: 'Empty while nothing carries it' }),
});

/** GET /treasury. Withdrawals that are under way first, then the newest. */
export const TreasuryRequest = NoInput;
export const TreasuryResponse = Envelope({
  data: Type.Object({
    plan: Type.Array(TreasuryStep),
    assets: Type.Array(TreasuryAsset),
    withdrawals: Type.Array(Withdrawal),
  }),
});
export type TreasuryData = Static<typeof TreasuryResponse>['data'];

const reason = Text({ minLength: 1, maxLength: 500 });

/** POST /treasury/withdraw/preview: what it would do now. POST /treasury/withdraw proposes it. */
export const WithdrawRequest = Type.Object({
  ...assetName,
  amount: Quantity({ exclusiveMinimum: '0' }),
  address: Text({ minLength: 1, maxLength: 1024 }),
  reason,
});
export type WithdrawRequest = Static<typeof WithdrawRequest>;

/** POST /treasury/target. 0: nothing is said. */
export const SetTargetRequest = Type.Object({
  ...assetName,
  target: Quantity({ minimum: '0' }),
  hot_limit: Quantity({ minimum: '0' }),
});
export type SetTargetRequest = Static<typeof SetTargetRequest>;

/** POST /treasury/drop: it is not paid. POST /treasury/retry: it is paid anew. */
export const DecideWithdrawalRequest = Type.Object({ id: Whole({ minimum: 1 }), reason });
export type DecideWithdrawalRequest = Static<typeof DecideWithdrawalRequest>;
