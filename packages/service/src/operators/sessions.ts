import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperatorRole } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

/** A session ends when nothing was asked for so long … */
export const IDLE_S = 1_800;
/** … and after so long whatever happens. */
export const LONGEST_S = 43_200;
/** Who has given password and code may do what is dangerous for so long. */
export const CONFIRMED_S = 300;
/** Being seen is written down no more often than so. */
const SEEN_EVERY_S = 30;
const TOKEN_BYTES = 32;
const LONGEST_AGENT = 300;

/** Where a request of the console comes from. */
export interface RequestOrigin {
  readonly address: string;
  /** The browser, as it calls itself. */
  readonly agent: string;
}

/** Who is signed in. */
export interface Session {
  readonly operatorId: number;
  readonly name: string;
  readonly role: OperatorRole;
  /** The secret of the cookie. */
  readonly token: string;
  /** Where it was used before. */
  readonly origin: RequestOrigin;
  readonly signedInAt: number;
  readonly seenAt: number;
  /** When password and code were given last. */
  readonly confirmedAt: number;
}

/** Begins a session; returns its token, which only the browser keeps. */
export async function openSession(
  client: Queryable,
  operatorId: number,
  origin: RequestOrigin,
  now: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await client.query('DELETE FROM operator_session WHERE seen_at <= $1 OR signed_in_at <= $2', [
    now - IDLE_S,
    now - LONGEST_S,
  ]);
  await client.query(
    `INSERT INTO operator_session (token_hash, operator_id, address, agent, signed_in_at, seen_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, $5, $5)`,
    [hashOf(token), operatorId, origin.address, agentOf(origin), now],
  );
  return token;
}

/** The session of a token; null if there is none, or it has ended, or its operator is disabled. */
export async function findSession(client: Queryable, token: string, now: number): Promise<Session | null> {
  const { rows } = await client.query<{
    operator_id: number;
    name: string;
    role: OperatorRole;
    address: string;
    agent: string;
    signed_in_at: number;
    seen_at: number;
    confirmed_at: number;
  }>({
    name: 'find-session',
    text: `
      SELECT s.operator_id, o.name, o.role, s.address, s.agent, s.signed_in_at, s.seen_at, s.confirmed_at
        FROM operator_session s JOIN operator o ON o.id = s.operator_id
       WHERE s.token_hash = $1 AND s.seen_at > $2 AND s.signed_in_at > $3 AND o.disabled_at = 0`,
    values: [hashOf(token), now - IDLE_S, now - LONGEST_S],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { operator_id: operatorId, name, role, address, agent } = row;
  const origin = { address, agent };
  const times = { signedInAt: row.signed_in_at, seenAt: row.seen_at, confirmedAt: row.confirmed_at };
  return { operatorId, name, role, token, origin, ...times };
}

/** Puts off the end of a session that is used. */
export async function touchSession(client: Queryable, session: Session, now: number): Promise<void> {
  if (now - session.seenAt < SEEN_EVERY_S) return;
  await client.query('UPDATE operator_session SET seen_at = $2 WHERE token_hash = $1', [
    hashOf(session.token),
    now,
  ]);
}

/** Its operator has given password and code once more. */
export async function confirmSession(client: Queryable, token: string, now: number): Promise<void> {
  await client.query('UPDATE operator_session SET confirmed_at = $2 WHERE token_hash = $1', [
    hashOf(token),
    now,
  ]);
}

/** The session is used from another address from now on. False if that has been noted already. */
export async function moveSession(client: Queryable, token: string, address: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE operator_session SET address = $2 WHERE token_hash = $1 AND address <> $2',
    [hashOf(token), address],
  );
  return rowCount === 1;
}

/** Ends one session; false if it had ended. */
export async function endSession(client: Queryable, token: string): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM operator_session WHERE token_hash = $1', [
    hashOf(token),
  ]);
  return rowCount === 1;
}

/** Ends an operator's sessions, but for one if it is named. Returns how many. */
export async function endSessions(client: Queryable, operatorId: number, except?: string): Promise<number> {
  const { rowCount } = await client.query(
    'DELETE FROM operator_session WHERE operator_id = $1 AND token_hash IS DISTINCT FROM $2',
    [operatorId, except === undefined ? null : hashOf(except)],
  );
  return rowCount ?? 0;
}

/** A session as its operator sees it. */
export interface ListedSession extends RequestOrigin {
  readonly isThis: boolean;
  readonly signedInAt: number;
  readonly seenAt: number;
}

/** The operator's sessions that have not ended, newest first. */
export async function listSessions(
  client: Queryable,
  session: Session,
  now: number,
): Promise<ListedSession[]> {
  const { rows } = await client.query<ListedSession>(
    `SELECT token_hash = $2 AS "isThis", address, agent, signed_in_at AS "signedInAt", seen_at AS "seenAt"
       FROM operator_session WHERE operator_id = $1 AND seen_at > $3 AND signed_in_at > $4 ORDER BY signed_in_at DESC`,
    [session.operatorId, hashOf(session.token), now - IDLE_S, now - LONGEST_S],
  );
  return rows;
}

/** Whether the browser is the one that the session was given to. */
export function isSameAgent({ origin }: Session, now: RequestOrigin): boolean {
  return origin.agent === agentOf(now);
}

/** What a page of the session proves itself with: it follows from the cookie, which no page of another site can read. */
export function pageToken(token: string): string {
  return createHmac('sha256', token).update('page').digest('base64url');
}

export function isPageToken(token: string, given: string): boolean {
  const [right, offered] = [Buffer.from(pageToken(token)), Buffer.from(given)];
  return right.length === offered.length && timingSafeEqual(right, offered);
}

function agentOf({ agent }: RequestOrigin): string {
  return agent.slice(0, LONGEST_AGENT);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
