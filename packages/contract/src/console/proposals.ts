import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { OperatorRoleSchema, Time } from './common.ts';
import { Consequence } from './order.ts';

/** What is done only once somebody else has confirmed it. */

export const PROPOSAL_STATES = ['open', 'confirmed', 'withdrawn'] as const;

export const Proposal = Type.Object({
  id: Integer(),
  act: Type.String({ description: 'What is to be done, e.g. "order redirect"' }),
  subject: Type.String({ description: 'On what, e.g. an order number' }),
  arguments: Type.Record(Type.String(), Type.String()),
  preview: Type.Array(Consequence, { description: 'What it would do, as it was when it was asked for' }),
  asked_by: Type.String(),
  asked_via: OneOf(['console', 'command line', 'schedule']),
  asked_at: Time('Asked for'),
  state: OneOf([...PROPOSAL_STATES]),
  decided_by: Type.String({ description: 'Who confirmed or withdrew it; empty while it is open' }),
  decided_at: Time('Confirmed or withdrawn'),
});
export type Proposal = Static<typeof Proposal>;

/** GET /proposals: the open ones, oldest first, then what was decided last. */
export const OpenProposal = Type.Object({
  ...Proposal.properties,
  least_role: OperatorRoleSchema,
  why_not: Type.String({ description: 'Why it could not be done now; empty: it could' }),
  now: Type.Array(Consequence, { description: 'What it would do now; empty if it could not be done' }),
  confirm_from: Time('From when whoever asks this may confirm it; 0: another operator has to. Confirm'),
});
export type OpenProposal = Static<typeof OpenProposal>;
export const ProposalsResponse = Envelope({
  data: Type.Object({ open: Type.Array(OpenProposal), decided: Type.Array(Proposal) }),
});
export type ProposalsData = Static<typeof ProposalsResponse>['data'];

/** POST /proposals/confirm, /proposals/withdraw */
export const DecideProposalRequest = Type.Object({ id: Whole({ minimum: 1 }) });
export type DecideProposalRequest = Static<typeof DecideProposalRequest>;

/** The answer to whoever asked for something that another has to confirm. */
export const ProposedResponse = Envelope({ data: Type.Object({ proposal: Integer() }) });

const reason = Type.Optional(
  Text({ maxLength: 500 }, { description: 'For whoever confirms it, and the audit log' }),
);

/** POST /order/redirect: an output or refund that cannot be paid goes to another address. */
export const RedirectPayoutRequest = Type.Object({
  payout: Whole({ minimum: 1 }),
  address: Text({ minLength: 1, maxLength: 1024 }),
  reason,
});
export type RedirectPayoutRequest = Static<typeof RedirectPayoutRequest>;

/** POST /order/refund-entry: an output that cannot be paid is not made; what was sent for it is given back. */
export const RefundEntryRequest = Type.Object({
  payout: Whole({ minimum: 1 }),
  refund_address: Type.Optional(Text({ maxLength: 1024 }, { description: 'If the order has none' })),
  reason,
});
export type RefundEntryRequest = Static<typeof RefundEntryRequest>;

/** POST /order/redirect/preview, /order/refund-entry/preview: what it would do now. Changes nothing. */
export const ProposalPreviewResponse = Envelope({
  data: Type.Object({ why_not: Type.String(), consequences: Type.Array(Consequence) }),
});
export type ProposalPreviewData = Static<typeof ProposalPreviewResponse>['data'];
