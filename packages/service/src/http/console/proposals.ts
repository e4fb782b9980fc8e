import {
  DecideProposalRequest,
  DoneResponse,
  NoInput,
  type OpenProposal,
  type Proposal,
  ProposalPreviewResponse,
  ProposalsResponse,
  ProposedResponse,
  RedirectPayoutRequest,
  RefundEntryRequest,
} from '@swapdesk/contract';
import { type ActContext, aloneS, unscreened } from '../../acts/context.ts';
import { ACTS } from '../../acts/index.ts';
import { redirectPayout } from '../../acts/redirect-payout.ts';
import { refundEntry } from '../../acts/refund-entry.ts';
import { type Actor, audited } from '../../operators/audit.ts';
import {
  type Arguments,
  actOf,
  confirmFrom,
  confirmProposal,
  decidedProposals,
  lookAgain,
  openProposals,
  type ProposedAct,
  propose,
  withdrawProposal,
} from '../../operators/proposals.ts';
import { type ConsoleCall, consoleEndpoint } from './endpoint.ts';
import type { ConsoleServices } from './services.ts';

const MOST_DECIDED = 50;

const list = consoleEndpoint({
  method: 'GET',
  path: '/proposals',
  request: NoInput,
  response: ProposalsResponse,
  changes: false,
  async handle(services, { actor }) {
    const open: OpenProposal[] = [];
    // One after the other: there may be hundreds, and others use the store too.
    for (const proposal of await openProposals(services.database))
      open.push(await asNow(services, proposal, actor));
    return {
      data: {
        open,
        decided: await decidedProposals(services.database, MOST_DECIDED),
      },
    };
  },
});

const confirm = consoleEndpoint({
  method: 'POST',
  path: '/proposals/confirm',
  request: DecideProposalRequest,
  response: DoneResponse,
  changes: true,
  async handle(services, call) {
    const { database, market, network } = services;
    const decider = { ...call.actor, role: call.session.role };
    const waitS = aloneS(market().settings, network);
    await audited(database, call.actor, call.now, (client) =>
      confirmProposal(client, ACTS, idOf(call), decider, contextOf(services), waitS, call.now),
    );
    return {};
  },
});

const withdraw = consoleEndpoint({
  method: 'POST',
  path: '/proposals/withdraw',
  request: DecideProposalRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, call) {
    const decider = { ...call.actor, role: call.session.role };
    await audited(database, call.actor, call.now, (client) =>
      withdrawProposal(client, ACTS, idOf(call), decider, call.now),
    );
    return {};
  },
});

const redirect = consoleEndpoint({
  method: 'POST',
  path: '/order/redirect',
  request: RedirectPayoutRequest,
  response: ProposedResponse,
  changes: true,
  handle: (services, call) => ask(services, call, redirectPayout, redirection(call.params)),
});

const previewRedirect = consoleEndpoint({
  method: 'POST',
  path: '/order/redirect/preview',
  request: RedirectPayoutRequest,
  response: ProposalPreviewResponse,
  changes: false,
  handle: (services, { params }) => preview(services, redirectPayout, redirection(params)),
});

const giveBack = consoleEndpoint({
  method: 'POST',
  path: '/order/refund-entry',
  request: RefundEntryRequest,
  response: ProposedResponse,
  changes: true,
  handle: (services, call) => ask(services, call, refundEntry, refundOf(call.params)),
});

const previewRefund = consoleEndpoint({
  method: 'POST',
  path: '/order/refund-entry/preview',
  request: RefundEntryRequest,
  response: ProposalPreviewResponse,
  changes: false,
  handle: (services, { params }) => preview(services, refundEntry, refundOf(params)),
});

/** What needs a second confirmation: asking for it, and the list of what waits for one. */
export const PROPOSAL_ENDPOINTS = [
  list,
  confirm,
  withdraw,
  redirect,
  previewRedirect,
  giveBack,
  previewRefund,
];

/** Asks for an act. */
export async function ask<Request>(
  services: ConsoleServices,
  { actor, now }: ConsoleCall<Request>,
  act: ProposedAct<ActContext>,
  args: Arguments,
) {
  const proposal = await audited(services.database, actor, now, (client) =>
    propose(client, act, args, actor, contextOf(services), now),
  );
  return { data: { proposal } };
}

/** What an act would do now. */
export async function preview(services: ConsoleServices, act: ProposedAct<ActContext>, args: Arguments) {
  const { whyNot, consequences } = await lookAgain(services.database, act, args, contextOf(services));
  return { data: { why_not: whyNot ?? '', consequences: [...consequences] } };
}

function redirection({ payout, address, reason = '' }: RedirectPayoutRequest): Arguments {
  return { payout: String(payout.toInteger()), address, why: reason };
}

function refundOf({ payout, refund_address = '', reason = '' }: RefundEntryRequest): Arguments {
  return { payout: String(payout.toInteger()), address: refund_address, why: reason };
}

/** A proposal with what it would do now, and from when whoever looks may confirm it. */
async function asNow(services: ConsoleServices, proposal: Proposal, actor: Actor): Promise<OpenProposal> {
  const { database, market, network } = services;
  const act = actOf(ACTS, proposal);
  const { whyNot, consequences } = await lookAgain(
    database,
    act,
    proposal.arguments,
    unscreened(contextOf(services)),
  );
  const from = await confirmFrom(database, proposal, act, actor, aloneS(market().settings, network));
  return {
    ...proposal,
    least_role: act.least,
    why_not: whyNot ?? '',
    now: [...consequences],
    confirm_from: from ?? 0,
  };
}

/** What acts look at. */
export function contextOf({
  market,
  network,
  screen,
  isScreened = false,
  withdrawals,
}: ConsoleServices): ActContext {
  return { market: market(), network, screen, isScreened, withdrawals };
}

function idOf({ params }: ConsoleCall<DecideProposalRequest>): number {
  return params.id.toInteger() as number;
}
