import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Text, Whole } from '../schema.ts';
import { AssetAmount, NoInput, Time } from './common.ts';

/** The machinery of the desk: its processes, its clock, its looking again through blocks. */

/** GET /upkeep */
export const UpkeepRequest = NoInput;
export const UpkeepResponse = Envelope({
  data: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        role: Type.String({ description: 'The command that it runs; empty: known by a lease alone' }),
        host: Type.String(),
        process: Integer(),
        version: Type.String(),
        began_at: Time('Started'),
        silent_s: Integer({ description: 'Seconds since it last said that it runs' }),
      }),
    ),
    is_clock_settled: Type.Boolean({ description: "False: the database's clock has jumped" }),
    clock_ahead_s: Integer({ description: 'By so much' }),
    rescans: Type.Array(
      Type.Object({
        chain: Type.String(),
        first: Integer(),
        next: Integer({ description: 'The block that is looked at next' }),
        last: Integer(),
        found: Integer({ description: 'Missed transfers' }),
      }),
    ),
    quarantined: Type.Array(
      Type.Object({
        id: Integer(),
        order: Type.String({ description: 'Empty: of none' }),
        ...AssetAmount.properties,
        txid: Type.String(),
        since: Time('Kept apart since'),
      }),
      { description: 'What screening stopped: neither spent nor swept' },
    ),
    chains: Type.Array(
      Type.Object({
        chain: Type.String(),
        followed: Integer({ description: 'The newest block that was followed' }),
      }),
    ),
  }),
});
export type UpkeepData = Static<typeof UpkeepResponse>['data'];

/** POST /clock/accept: the database's clock is right. */
export const AcceptClockRequest = NoInput;

/** POST /wallet/rescan: looks through followed blocks once more for transfers that were missed. */
export const RescanRequest = Type.Object({
  chain: Text({ minLength: 1, maxLength: 64 }),
  from: Whole({ minimum: 0 }),
  to: Type.Optional(Whole({ minimum: 0 })),
});

/** POST /deposits/release: what screening stopped may be spent like everything else. */
export const ReleaseDepositRequest = Type.Object({
  id: Whole({ minimum: 1 }),
  reason: Text({ minLength: 1, maxLength: 500 }),
});
