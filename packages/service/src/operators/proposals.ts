import { type Change, type Consequence, MESSAGE, type OperatorRole, type Proposal } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { Actor, Done } from './audit.ts';
import { PROPOSAL } from './proposal-state.ts';
import { isAtLeast } from './roles.ts';
import { confirmableFrom } from './second-confirmation.ts';

/**
 * What is done only once somebody else has confirmed it. Asking stores what is wanted and what it would do; confirming
 * looks at it anew and does it, in one transaction. Everything here runs in the caller's transaction.
 */

export type Arguments = Readonly<Record<string, string>>;

/** An act, looked at as things are now. */
export interface Planned {
  /** On what, as in the audit log. */
  readonly subject: string;
  /** In their one form: addresses as the chain writes them. */
  readonly arguments: Arguments;
  readonly consequences: readonly Consequence[];
  readonly changes: readonly Change[];
  /** Does it, in the transaction in which it was planned, by a proposal that is confirmed. */
  perform(proposalId: number, at: number): Promise<void>;
}

/** A kind of act that needs a second confirmation. */
export interface ProposedAct<Context> {
  readonly name: string;
  /** Who may ask for it, and who may confirm it. */
  readonly least: OperatorRole;
  /** Throws a Refusal if it cannot be done. Nothing is written; what decides is locked until the transaction ends. */
  plan(client: Queryable, args: Arguments, context: Context): Promise<Planned>;
}

export type Acts<Context> = Readonly<Record<string, ProposedAct<Context>>>;

/** Whoever asks or decides; null: on the command line, which may do everything. */
export interface Decider extends Actor {
  readonly role: OperatorRole | null;
}

/** Asks for an act; the result is the number of its proposal. */
export async function propose<Context>(
  client: Queryable,
  act: ProposedAct<Context>,
  args: Arguments,
  actor: Actor,
  context: Context,
  at: number,
): Promise<Done<number>> {
  const planned = await act.plan(client, args, context);
  const { subject, consequences, changes } = planned;
  const why = args.why === undefined || args.why === '' ? {} : { why: args.why };
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
    [
      act.name,
      subject,
      JSON.stringify({ ...planned.arguments, ...why }),
      JSON.stringify(consequences),
      actor.name,
      actor.via,
      at,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Refusal(MESSAGE.proposedAlready);
  const asked = [...changeOf('why', null, why.why), { what: 'proposal', before: null, after: String(id) }];
  return { act: `propose ${act.name}`, subject, changes: [...changes, ...asked], result: id };
}

/** Confirms a proposal and does what it says, if it still can be done. */
export async function confirmProposal<Context>(
  client: Queryable,
  acts: Acts<Context>,
  id: number,
  decider: Decider,
  context: Context,
  waitS: number,
  at: number,
): Promise<Done<Proposal>> {
  const proposal = await lockOpen(client, id);
  const act = actOf(acts, proposal);
  refuseLesser(decider, act);
  const from = await confirmFrom(client, proposal, act, decider, waitS);
  if (from === null) throw new Refusal(MESSAGE.anotherMustConfirm);
  if (at < from) throw new Refusal(MESSAGE.confirmLater);
  const planned = await act.plan(client, proposal.arguments, context);
  const decided = await decide(client, id, PROPOSAL.confirmed, decider, at);
  await planned.perform(id, at);
  const change = {
    what: `proposal ${id}`,
    before: `asked for by ${proposal.asked_by} (${proposal.asked_via})`,
    after: PROPOSAL.confirmed,
  };
  const changes = [...planned.changes, ...changeOf('why', null, proposal.arguments.why), change];
  return { act: act.name, subject: planned.subject, changes, result: decided };
}

/** Takes a proposal back; whoever may ask for it may do that. */
export async function withdrawProposal<Context>(
  client: Queryable,
  acts: Acts<Context>,
  id: number,
  decider: Decider,
  at: number,
): Promise<Done<Proposal>> {
  const proposal = await lockOpen(client, id);
  refuseLesser(decider, actOf(acts, proposal));
  const decided = await decide(client, id, PROPOSAL.withdrawn, decider, at);
  const changes = [{ what: `proposal ${id}`, before: PROPOSAL.open, after: PROPOSAL.withdrawn }];
  return { act: 'proposal withdraw', subject: proposal.subject, changes, result: decided };
}

/** From when somebody may confirm a proposal; null: another has to. */
export async function confirmFrom<Context>(
  client: Queryable,
  proposal: Proposal,
  act: ProposedAct<Context>,
  who: Actor,
  waitS: number,
): Promise<number | null> {
  const { rows } = await client.query<{ name: string; role: OperatorRole }>(
    'SELECT name, role FROM operator WHERE is_enrolled AND disabled_at = 0 ORDER BY name',
  );
  const able = rows.filter(({ role }) => isAtLeast(role, act.least)).map(({ name }) => name);
  const { asked_by: name, asked_via: via, asked_at: at } = proposal;
  return confirmableFrom({ name, via, at }, who, able, waitS);
}

/** What a proposal would do as things are now, or why it cannot be done. */
export async function lookAgain<Context>(
  client: Queryable,
  act: ProposedAct<Context>,
  args: Arguments,
  context: Context,
): Promise<{ whyNot: string | null; consequences: readonly Consequence[] }> {
  try {
    return { whyNot: null, consequences: (await act.plan(client, args, context)).consequences };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const facts = Object.entries(error.data ?? {}).map(([name, value]) => ` (${name}: ${value})`);
    return { whyNot: `${error.reply}${facts.join('')}`, consequences: [] };
  }
}

const COLUMNS = `
  id, act, subject, arguments, preview, asked_by, asked_via, asked_at, state,
  coalesce(decided_by, '') AS decided_by, decided_at`;

/** The open ones, oldest first. */
export async function openProposals(client: Queryable): Promise<Proposal[]> {
  const { rows } = await client.query<Proposal>(
    `SELECT ${COLUMNS} FROM proposal WHERE state = '${PROPOSAL.open}' ORDER BY id`,
  );
  return rows;
}

/** Those that were decided last, newest first. */
export async function decidedProposals(client: Queryable, most: number): Promise<Proposal[]> {
  const { rows } = await client.query<Proposal>(
    `SELECT ${COLUMNS} FROM proposal WHERE state <> '${PROPOSAL.open}' ORDER BY id DESC LIMIT $1`,
    [most],
  );
  return rows;
}

export async function findProposal(client: Queryable, id: number): Promise<Proposal> {
  const { rows } = await client.query<Proposal>(`SELECT ${COLUMNS} FROM proposal WHERE id = $1`, [id]);
  if (rows[0] === undefined) throw new Refusal(MESSAGE.proposalNotFound);
  return rows[0];
}

/** The act that a proposal names. */
export function actOf<Context>(acts: Acts<Context>, { act }: Pick<Proposal, 'act'>): ProposedAct<Context> {
  const found = acts[act];
  if (found === undefined) throw new Error(`nobody knows how to do "${act}"`);
  return found;
}

/** Two who decide at once do so one after the other. */
async function lockOpen(client: Queryable, id: number): Promise<Proposal> {
  await client.query('SELECT 1 FROM proposal WHERE id = $1 FOR UPDATE', [id]);
  const proposal = await findProposal(client, id);
  if (proposal.state !== PROPOSAL.open) throw new Refusal(MESSAGE.proposalDecided);
  return proposal;
}

function refuseLesser<Context>({ role }: Decider, { least }: ProposedAct<Context>): void {
  if (role !== null && !isAtLeast(role, least)) throw new Refusal(MESSAGE.forbidden);
}

async function decide(
  client: Queryable,
  id: number,
  state: typeof PROPOSAL.confirmed | typeof PROPOSAL.withdrawn,
  { name, via }: Actor,
  at: number,
): Promise<Proposal> {
  await client.query(
    'UPDATE proposal SET state = $2, decided_by = $3, decided_via = $4, decided_at = $5 WHERE id = $1',
    [id, state, name, via, at],
  );
  return findProposal(client, id);
}
