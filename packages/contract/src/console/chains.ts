import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, Text, Whole } from '../schema.ts';
import { assetName, NoInput, Nullable, Time } from './common.ts';

/** Some work that one node does at a time. */
export const LeaseState = Type.Object({
  name: Type.String({ description: '"orders", or "chain N"' }),
  holder: Type.String({ description: 'The node' }),
  until: Time('Until when it is theirs'),
  is_held: Type.Boolean({ description: 'False: nobody does this work now' }),
});
export type LeaseState = Static<typeof LeaseState>;

export const ChainState = Type.Object({
  chain: Type.String(),
  native: Type.String({ description: 'The coin in which network fees are paid' }),
  confirmations: Integer(),
  is_simulated: Type.Boolean(),
  treasury: Type.String({ description: 'Address; empty before the wallet was opened' }),
  height: Nullable(Integer({ description: 'Followed up to here; null: never' })),
  tip: Nullable(Integer({ description: "The network's newest block; null: its node cannot be asked" })),
  behind: Nullable(Integer({ description: 'Blocks that are not followed yet' })),
  trouble: Type.String({ description: 'Why the node cannot be asked, or is not believed; empty: it is' }),
  shut: Type.String({ description: 'Why nothing is signed there; empty: it is' }),
  worker: Nullable(LeaseState),
  payouts_waiting: Integer({ description: 'To be signed' }),
  addresses_ready: Integer({ description: 'Deposit addresses that can be given out' }),
});
export type ChainState = Static<typeof ChainState>;

/** An asset in which nothing is paid out. */
export const HaltState = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  ledger: Amount({ description: 'What the ledger said' }),
  wallet: Amount({ description: 'What the chain said; the same if an operator halted it' }),
  since: Time('Since when'),
  reason: Type.Union([Type.Literal('books'), Type.Literal('unknown spend'), Type.Literal('operator')]),
  cause: Type.String({ description: 'In words, where the figures do not tell' }),
  wanted_by: Type.String({ description: 'The operator who wanted it; empty: nobody, or nobody knows' }),
  wanted_at: Time('Wanted'),
});
export type HaltState = Static<typeof HaltState>;

export const SigningState = Type.Object({
  stopped_at: Time('Stopped'),
  stopped_by: Type.String({ description: 'The operator; empty: nobody knows' }),
  reason: Type.String(),
});

/** GET /signing: whether anything is signed at all, and whether the desk is held. Every page of the console asks. */
export const SigningResponse = Envelope({
  data: Type.Object({
    ...SigningState.properties,
    held_since: Time('Held'),
    held_why: Type.String({ description: 'Empty: it is not held' }),
  }),
});
export type SigningData = Static<typeof SigningResponse>['data'];

/** GET /chains: every chain that is followed. */
export const ChainsRequest = NoInput;
export const ChainsResponse = Envelope({
  data: Type.Object({
    chains: Type.Array(ChainState),
    leases: Type.Array(LeaseState),
    halts: Type.Array(HaltState),
    signing: SigningState,
  }),
});
export type ChainsData = Static<typeof ChainsResponse>['data'];

/** GET /explorers: where people look at what happens on a chain. What is looked at is put behind it; empty where nobody shows it. */
export const ExplorersResponse = Envelope({
  data: Type.Array(Type.Object({ chain: Type.String(), transaction: Type.String(), address: Type.String() })),
});
export type ExplorersData = Static<typeof ExplorersResponse>['data'];

/** POST /chains/set. Counts from the next start of the engines, and on simulated networks only. */
export const SetChainRequest = Type.Object({
  chain: assetName.chain,
  confirmations: Whole({ minimum: 1, maximum: 10_000 }),
});
export type SetChainRequest = Static<typeof SetChainRequest>;

/** POST /halts/clear: pay out in an asset again. */
export const HaltRequest = Type.Object(assetName);
export type HaltRequest = Static<typeof HaltRequest>;

/** POST /halts/set: pay nothing out in an asset. */
export const SetHaltRequest = Type.Object({ ...assetName, reason: Text({ minLength: 1, maxLength: 500 }) });
export type SetHaltRequest = Static<typeof SetHaltRequest>;

/** POST /signing/stop: sign nothing more, in no asset. POST /signing/go takes nothing. */
export const StopSigningRequest = Type.Object({ reason: Text({ minLength: 1, maxLength: 200 }) });
export type StopSigningRequest = Static<typeof StopSigningRequest>;
