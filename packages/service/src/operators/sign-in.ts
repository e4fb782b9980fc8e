import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { base32nopad } from '@scure/base';
import { MESSAGE, type OperatorRole } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { recordAct } from './audit.ts';
import { refuseGuessable } from './guessable.ts';
import { countAttempt, countCode, forgetAttempts } from './login-limit.ts';
import { derivations, hashPassword, isPassword, type PasswordRecord } from './password.ts';
import { renewRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import { endSessions, openSession, type RequestOrigin, type Session } from './sessions.ts';
import { otpauthUri, SECRET_BYTES, stepOf } from './totp.ts';

/**
 * Signing in with a name, a password and a code. Whatever of it is wrong, the answer is the same and takes as long: the
 * password is always derived, and the code always compared.
 */

export interface Credentials {
  readonly name: string;
  readonly password: string;
  /** Of the authenticator, or a recovery code; empty before there is one. */
  readonly code: string;
}

/** What an authenticator is set up with. */
export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly role: OperatorRole;
  readonly password: PasswordRecord;
  readonly one_time_until: number;
  readonly sealed_totp: Buffer | null;
  readonly is_enrolled: boolean;
  readonly disabled_at: number;
}

/** Signs in: the token of the new session. Or, at the first time, what to set the authenticator up with. */
export async function signIn(
  database: Database,
  secrets: SecretBox,
  given: Credentials,
  origin: RequestOrigin,
  now: number,
): Promise<{ token: string } | { enrolment: Enrolment }> {
  const { operator, isRight, step } = await examine(database, secrets, given, origin.address, now);
  const known = operator?.disabled_at === 0 && isRight ? operator : null;
  if (known !== null && !known.is_enrolled)
    return { enrolment: await beginEnrolment(database, secrets, known, given.code, now) };
  const token =
    known === null
      ? null
      : await transaction(database, async (client) => {
          const mayTry = await countCode(client, known.name, now);
          const isCode = mayTry && (await useCode(client, known.id, step, given.code));
          return isCode ? begin(client, known, origin, now, 'sign in') : null;
        });
  if (token !== null) return { token };
  if (operator !== null) noteRefused(database, operator, origin.address, isRight, now);
  throw refused();
}

/**
 * Writes a refused attempt at somebody's name down, and what was wrong with it: whoever has the password and guesses codes
 * is another matter than whoever knows nothing. Attempts at names that nobody has are for the counts alone.
 */
function noteRefused(
  client: Queryable,
  { name, disabled_at }: Row,
  address: string,
  isPasswordRight: boolean,
  now: number,
): void {
  const wrong =
    disabled_at !== 0 ? 'disabled' : isPasswordRight ? 'wrong code, right password' : 'wrong password';
  const changes = [{ what: 'refused', before: null, after: wrong }];
  // Nobody waits for it: that there is such a name would show in the time it takes.
  recordAct(
    client,
    { name, via: 'console', address },
    { act: 'sign-in refused', subject: name, changes },
    now,
  ).catch(() => undefined);
}

/** Ends the first sign-in: the authenticator is proven by a code, and the password becomes the operator's own. */
export async function enrol(
  database: Database,
  secrets: SecretBox,
  given: Credentials & { readonly newPassword: string },
  origin: RequestOrigin,
  now: number,
): Promise<{ token: string; recoveryCodes: string[] }> {
  const { operator, isRight, step } = await examine(database, secrets, given, origin.address, now);
  const isOpen = operator !== null && !operator.is_enrolled && operator.sealed_totp !== null;
  if (!isOpen || !isRight || step === null || operator.disabled_at !== 0 || now >= operator.one_time_until) {
    throw refused();
  }
  if (given.newPassword === given.password) throw new Refusal(MESSAGE.passwordReused);
  refuseGuessable(given.newPassword, operator.name);
  const password = await hashPassword(given.newPassword);
  return transaction(database, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE operator SET password = $2, one_time_until = 0, is_enrolled = true, totp_step = $3
        WHERE id = $1 AND NOT is_enrolled AND sealed_totp = $4`,
      [operator.id, JSON.stringify(password), step, operator.sealed_totp],
    );
    if (rowCount !== 1) throw refused();
    const recoveryCodes = await renewRecoveryCodes(client, operator.id);
    return { token: await begin(client, operator, origin, now, 'enrol'), recoveryCodes };
  });
}

/** Makes sure once more that it is the operator who asks, before something that a borrowed browser must not do. */
export async function confirm(
  database: Database,
  secrets: SecretBox,
  { name }: Session,
  given: Omit<Credentials, 'name'>,
  address: string,
  now: number,
): Promise<void> {
  const { operator, isRight, step } = await examine(database, secrets, { ...given, name }, address, now);
  const isCode =
    operator !== null &&
    isRight &&
    (await countCode(database, name, now)) &&
    (await useCode(database, operator.id, step, given.code));
  if (!isCode && operator !== null) noteRefused(database, operator, address, isRight, now);
  if (!isCode) throw refused();
  await forgetAttempts(database, { address, name });
}

/** Changes the operator's own password. All other sessions end. */
export async function changePassword(
  client: Queryable,
  session: Session,
  password: PasswordRecord,
): Promise<void> {
  await client.query('UPDATE operator SET password = $2 WHERE id = $1', [
    session.operatorId,
    JSON.stringify(password),
  ]);
  await endSessions(client, session.operatorId, session.token);
}

interface Examined {
  readonly operator: Row | null;
  readonly isRight: boolean;
  readonly step: number | null;
}

/**
 * What is right of what was given; for whoever it is the same is done. In one of the few places that there are, the count of
 * attempts too: in a flood the store has enough to do. An attempt that has to wait does not take a place meanwhile.
 */
async function examine(
  database: Database,
  secrets: SecretBox,
  { name, password, code }: Credentials,
  address: string,
  now: number,
): Promise<Examined> {
  const waitMs = await derivations.run(() => countAttempt(database, { address, name }, now));
  if (waitMs > 0) await sleep(waitMs);
  return derivations.run(async () => {
    const operator = await findOperator(database, name);
    const isRight = await isPassword(operator?.password ?? null, password);
    const secret =
      operator?.sealed_totp == null ? null : secrets.open(boxName(operator), operator.sealed_totp);
    // What was not sealed here proves nothing.
    return { operator, isRight, step: secret === null ? stepOfNobody(code, now) : stepOf(secret, code, now) };
  });
}

const NO_SECRET = Buffer.alloc(SECRET_BYTES);

/** Takes as long as a comparison, and never agrees. */
function stepOfNobody(code: string, now: number): null {
  stepOf(NO_SECRET, code, now);
  return null;
}

/** Under which an operator's secret is sealed. */
function boxName({ id }: Pick<Row, 'id'>): string {
  return `operator ${id}`;
}

function refused(): Refusal {
  return new Refusal(MESSAGE.signInRefused);
}

async function findOperator(client: Queryable, name: string): Promise<Row | null> {
  const { rows } = await client.query<Row>({
    name: 'find-operator',
    text: `
      SELECT id, name, role, password, one_time_until, sealed_totp, is_enrolled, disabled_at
        FROM operator WHERE name = $1`,
    values: [name.toLowerCase()],
  });
  return rows[0] ?? null;
}

/** A new secret each time: whoever was shown one before, with the same one-time password, has nothing of it. */
async function beginEnrolment(
  client: Queryable,
  secrets: SecretBox,
  operator: Row,
  code: string,
  now: number,
): Promise<Enrolment> {
  if (code !== '' || now >= operator.one_time_until) throw refused();
  const secret = randomBytes(SECRET_BYTES);
  const { rowCount } = await client.query(
    'UPDATE operator SET sealed_totp = $2 WHERE id = $1 AND NOT is_enrolled',
    [operator.id, secrets.seal(boxName(operator), secret)],
  );
  if (rowCount !== 1) throw refused();
  return { secret: base32nopad.encode(secret), uri: otpauthUri(secret, operator.name) };
}

/** Uses a code up, so that nobody who has seen it can use it again: on whatever node, at whatever moment. */
async function useCode(
  client: Queryable,
  operatorId: number,
  step: number | null,
  code: string,
): Promise<boolean> {
  if (step === null) return useRecoveryCode(client, operatorId, code);
  const { rowCount } = await client.query(
    'UPDATE operator SET totp_step = $2 WHERE id = $1 AND totp_step < $2',
    [operatorId, step],
  );
  return rowCount === 1;
}

async function begin(
  client: Queryable,
  { id, name }: Row,
  origin: RequestOrigin,
  now: number,
  act: string,
): Promise<string> {
  await client.query('UPDATE operator SET signed_in_at = $2 WHERE id = $1', [id, now]);
  await forgetAttempts(client, { address: origin.address, name });
  await recordAct(
    client,
    { name, via: 'console', address: origin.address },
    { act, subject: name, changes: [] },
    now,
  );
  return openSession(client, id, origin, now);
}
