import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Text } from '../schema.ts';
import { AssetAmount, NoInput, Time } from './common.ts';

/** The desk is held while store, signing record and chains are not of one time. */

/** What a payment paid, or was to pay. */
export const LostPayout = Type.Object({
  name: Type.String({ description: 'Order number and entry, or what else it is' }),
  ...AssetAmount.properties,
  address: Type.String(),
});

export const LostPayment = Type.Object({
  txid: Type.String(),
  chain: Type.String(),
  purpose: Type.String({ description: 'What it is for, where it pays nobody' }),
  pays: Type.Array(LostPayout),
  obstacle: Type.String({ description: 'Why it is not taken up by itself; empty: nobody has tried yet' }),
});

/** GET /hold: what has to be decided before the desk goes on. */
export const HoldRequest = NoInput;
export const HoldResponse = Envelope({
  data: Type.Object({
    since: Time('Held'),
    why: Type.String({ description: 'Empty: it is not held' }),
    lost: Type.Array(LostPayment, { description: 'Signed payments that the store does not know' }),
    lost_total: Integer({ description: 'How many there are; the list ends somewhere' }),
    chains: Type.Array(Type.String(), {
      description: 'Not followed to their tip yet, or their books differ',
    }),
    records: Type.Array(Type.String(), { description: 'Records that were in use and are not compared yet' }),
    spaces: Type.Array(Type.String(), { description: 'Kinds of addresses that are being derived again' }),
  }),
});
export type HoldData = Static<typeof HoldResponse>['data'];

const reason = Text({ minLength: 1, maxLength: 500 });

/** POST /hold/settle: a lost payment was rightly made. */
export const SettleLostRequest = Type.Object({ txid: Text({ minLength: 1, maxLength: 128 }), reason });
export type SettleLostRequest = Static<typeof SettleLostRequest>;

/** POST /hold/release: nothing but missing records is undecided. */
export const ReleaseHoldRequest = Type.Object({ reason });
export type ReleaseHoldRequest = Static<typeof ReleaseHoldRequest>;
