import { MESSAGE } from '@swapdesk/contract';
import type { ActContext } from '../acts/context.ts';
import type { Environment } from '../config.ts';
import { type ProposedAct, propose } from '../operators/proposals.ts';
import type { Database } from '../store/database.ts';
import { act, inWords, whoeverTypes } from './act.ts';
import { actContext } from './act-context.ts';
import { printProposal } from './proposals.ts';

/** Asks for an act that has to be confirmed, and says how. */
export async function ask(
  database: Database,
  env: Environment,
  proposed: ProposedAct<ActContext>,
  args: Readonly<Record<string, string>>,
): Promise<void> {
  const context = await actContext(database, env);
  const id = await act(database, (client, now) =>
    propose(client, proposed, args, whoeverTypes(), context, now),
  ).catch(inWords({ [MESSAGE.refundAddressNeeded]: 'It has no refund address. Add --refund-address.' }));
  await printProposal(database, context, id);
}
