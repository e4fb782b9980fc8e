import { MESSAGE, type OperatorRole } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { Done } from './audit.ts';
import type { OneTimePassword } from './password.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';
import { endSessions, IDLE_S, LONGEST_S } from './sessions.ts';

/** The operators: making, changing and disabling them. Each in the caller's transaction, with what the log says of it. */

/** A one-time password is good for so long. */
const ONE_TIME_S = 86_400;

export interface Operator {
  readonly name: string;
  readonly role: OperatorRole;
  readonly isEnrolled: boolean;
  readonly sessions: number;
  readonly createdAt: number;
  readonly signedInAt: number;
  readonly disabledAt: number;
}

export async function listOperators(client: Queryable, now: number): Promise<Operator[]> {
  const { rows } = await client.query<Operator>(
    `SELECT name, role, is_enrolled AS "isEnrolled", created_at AS "createdAt", signed_in_at AS "signedInAt",
            disabled_at AS "disabledAt",
            (SELECT count(*) FROM operator_session s
              WHERE s.operator_id = o.id AND s.seen_at > $1 AND s.signed_in_at > $2) AS sessions
       FROM operator o ORDER BY name`,
    [now - IDLE_S, now - LONGEST_S],
  );
  return rows;
}

/** Makes an operator; the result is the text of the one-time password, which is told only now. */
export async function createOperator(
  client: Queryable,
  name: string,
  role: OperatorRole,
  password: OneTimePassword,
  now: number,
): Promise<Done<string>> {
  const { rowCount } = await client.query(
    `INSERT INTO operator (name, role, password, one_time_until, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (name) DO NOTHING`,
    [name, role, JSON.stringify(password.record), now + ONE_TIME_S, now],
  );
  if (rowCount === 0) throw new Refusal(MESSAGE.operatorExists);
  return {
    act: 'operator create',
    subject: name,
    changes: changeOf('role', null, role),
    result: password.text,
  };
}

/** Changes what an operator may do, and ends their sessions. */
export async function setRole(client: Queryable, name: string, role: OperatorRole): Promise<Done<void>> {
  const operator = await lockOperator(client, name);
  if (operator.role === role) throw new Refusal(MESSAGE.nothingToChange);
  if (role !== 'admin') await refuseLastAdmin(client, operator);
  await client.query('UPDATE operator SET role = $2 WHERE id = $1', [operator.id, role]);
  await endSessions(client, operator.id);
  return {
    act: 'operator role',
    subject: name,
    changes: changeOf('role', operator.role, role),
    result: undefined,
  };
}

/** Takes password, authenticator and recovery codes away; the result is the text of a new one-time password. */
export async function resetOperator(
  client: Queryable,
  name: string,
  password: OneTimePassword,
  now: number,
): Promise<Done<string>> {
  const operator = await lockOperator(client, name);
  await client.query(
    `UPDATE operator SET password = $2, one_time_until = $3, sealed_totp = NULL, is_enrolled = false WHERE id = $1`,
    [operator.id, JSON.stringify(password.record), now + ONE_TIME_S],
  );
  await dropRecoveryCodes(client, operator.id);
  await endSessions(client, operator.id);
  const changes = changeOf(
    'credentials',
    operator.is_enrolled ? 'enrolled' : 'one-time password',
    'new one-time password',
  );
  return { act: 'operator reset', subject: name, changes, result: password.text };
}

/** Lets an operator in no more, and ends their sessions. */
export async function disableOperator(client: Queryable, name: string, now: number): Promise<Done<void>> {
  const operator = await lockOperator(client, name);
  if (operator.disabled_at !== 0) throw new Refusal(MESSAGE.nothingToChange);
  await refuseLastAdmin(client, operator);
  await client.query('UPDATE operator SET disabled_at = $2 WHERE id = $1', [operator.id, now]);
  await endSessions(client, operator.id);
  return {
    act: 'operator disable',
    subject: name,
    changes: changeOf('state', 'enabled', 'disabled'),
    result: undefined,
  };
}

/** Lets a disabled operator in again. */
export async function enableOperator(client: Queryable, name: string): Promise<Done<void>> {
  const operator = await lockOperator(client, name);
  if (operator.disabled_at === 0) throw new Refusal(MESSAGE.nothingToChange);
  await client.query('UPDATE operator SET disabled_at = 0 WHERE id = $1', [operator.id]);
  return {
    act: 'operator enable',
    subject: name,
    changes: changeOf('state', 'disabled', 'enabled'),
    result: undefined,
  };
}

interface Locked {
  readonly id: number;
  readonly role: OperatorRole;
  readonly is_enrolled: boolean;
  readonly disabled_at: number;
}

async function lockOperator(client: Queryable, name: string): Promise<Locked> {
  // All of them, in one order: two admins who disable each other at once must not both succeed.
  const { rows } = await client.query<Locked & { name: string }>(
    'SELECT id, name, role, is_enrolled, disabled_at FROM operator ORDER BY id FOR UPDATE',
  );
  const operator = rows.find((each) => each.name === name);
  if (operator === undefined) throw new Refusal(MESSAGE.operatorNotFound);
  return operator;
}

/** Somebody must be left who can make others admins. */
async function refuseLastAdmin(client: Queryable, { id }: Locked): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM operator WHERE role = 'admin' AND disabled_at = 0 AND id <> $1 LIMIT 1",
    [id],
  );
  if (rowCount === 0) throw new Refusal(MESSAGE.lastAdmin);
}
