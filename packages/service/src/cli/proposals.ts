import type { Consequence, Proposal } from '@swapdesk/contract';
import type { ActContext } from '../acts/context.ts';
import { ACTS } from '../acts/index.ts';
import { PROPOSAL } from '../operators/proposal-state.ts';
import {
  actOf,
  confirmFrom,
  confirmProposal,
  decidedProposals,
  findProposal,
  lookAgain,
  openProposals,
  withdrawProposal,
} from '../operators/proposals.ts';
import type { Database } from '../store/database.ts';
import { act, inWords, whoeverTypes } from './act.ts';
import { actContext } from './act-context.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const MOST_DECIDED = 20;

export const proposalList: Command = {
  name: 'proposal list',
  usage: '',
  summary: 'Show what waits to be confirmed by somebody else, and what was decided last',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const proposals = [
        ...(await openProposals(database)),
        ...(await decidedProposals(database, MOST_DECIDED)),
      ];
      if (proposals.length === 0) return console.log('Nothing was proposed.');
      console.log(
        table(['id', 'what', 'on', 'asked by', 'when', 'state', 'decided by'], proposals.map(cells)),
      );
    }),
};

export const proposalShow: Command = {
  name: 'proposal show',
  usage: 'ID',
  summary: 'Show what a proposal does, as it was asked for and as it would be now',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      await printProposal(database, await actContext(database, env), id);
    }),
};

export const proposalConfirm: Command = {
  name: 'proposal confirm',
  usage: 'ID',
  summary: 'Do what was proposed, after a while, where no other operator can confirm it at the console',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      const context = await actContext(database, env);
      const { act: name, subject } = await act(database, (client, now) =>
        confirmProposal(client, ACTS, id, { ...whoeverTypes(), role: null }, context, context.waitS, now),
      ).catch(inWords());
      console.log(`Confirmed: ${name} ${subject}. It is done within seconds.`);
    }),
};

export const proposalWithdraw: Command = {
  name: 'proposal withdraw',
  usage: 'ID',
  summary: 'Take back what was proposed and is not confirmed yet',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      const { act: name, subject } = await act(database, (client, now) =>
        withdrawProposal(client, ACTS, id, { ...whoeverTypes(), role: null }, now),
      ).catch(inWords());
      console.log(`Withdrew ${id}: ${name} ${subject}.`);
    }),
};

/** A proposal on a page, and who can confirm it when. */
export async function printProposal(
  database: Database,
  context: ActContext & { readonly waitS: number },
  id: number,
): Promise<void> {
  const proposal = await findProposal(database, id).catch(inWords());
  const { asked_by, asked_via, asked_at, state, decided_by, decided_at } = proposal;
  const lines = [
    `Proposal ${id}: ${proposal.act} ${proposal.subject}`,
    `asked for by ${asked_by} (${asked_via}), ${timeText(asked_at)}`,
    ...(proposal.arguments.why === undefined ? [] : [`because: ${proposal.arguments.why}`]),
    effects('As it was asked for', proposal.preview),
  ];
  if (state !== PROPOSAL.open) {
    console.log([...lines, `${state} by ${decided_by}, ${timeText(decided_at)}`].join('\n'));
    return;
  }
  const proposed = actOf(ACTS, proposal);
  const { whyNot, consequences } = await lookAgain(database, proposed, proposal.arguments, context);
  const from = await confirmFrom(database, proposal, proposed, whoeverTypes(), context.waitS);
  console.log(
    [
      ...lines,
      whyNot === null ? effects('Now', consequences) : `Now it cannot be done: ${whyNot}.`,
      from === null
        ? `Another operator (${proposed.least} or more) confirms it in the console.`
        : `No other operator can confirm it: from ${timeText(from)} on, npx swapdesk proposal confirm ${id}`,
    ].join('\n'),
  );
}

export function effects(title: string, consequences: readonly Consequence[]): string {
  const rows = consequences.map(({ chain, abbr, amount, what, address }) =>
    `  ${amount} ${abbr}${chain === '' ? '' : ` (${chain})`} ${what} ${address}`.trimEnd(),
  );
  return [`${title}:`, ...rows].join('\n');
}

function cells({ id, act: name, subject, asked_by, asked_at, state, decided_by }: Proposal): string[] {
  return [
    String(id),
    name,
    subject,
    asked_by,
    timeText(asked_at),
    state,
    decided_by === '' ? '-' : decided_by,
  ];
}
