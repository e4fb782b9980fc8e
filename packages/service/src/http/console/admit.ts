import { MESSAGE } from '@swapdesk/contract';
import type { Actor } from '../../operators/audit.ts';
import { recordAct } from '../../operators/audit.ts';
import { isAtLeast } from '../../operators/roles.ts';
import {
  CONFIRMED_S,
  endSession,
  findSession,
  isPageToken,
  isSameAgent,
  moveSession,
  type RequestOrigin,
  type Session,
  touchSession,
} from '../../operators/sessions.ts';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../store/database.ts';
import { transaction } from '../../store/transaction.ts';
import type { Least } from './roles.ts';

/** What a request brings to be let in. */
export interface SessionCredentials {
  readonly token: string | null;
  /** The page's own, which every POST has to carry; null for a GET. */
  readonly pageToken: string | null;
  readonly place: RequestOrigin;
}

/** What it takes to be let in. */
export interface Needed {
  /** What is asked for, as the log names it. */
  readonly asked: string;
  readonly least: Exclude<Least, 'anyone'>;
  /** A stolen session must not be able to do it: password and code were given a moment ago. */
  readonly isDangerous: boolean;
}

/** Lets an operator in who is signed in and may do this. Throws for everybody else. */
export async function admit(
  database: Database,
  { token, pageToken, place }: SessionCredentials,
  { asked, least, isDangerous }: Needed,
  now: number,
): Promise<Session> {
  const session = token === null ? null : await findSession(database, token, now);
  if (session === null) throw new Refusal(MESSAGE.signInFirst);
  if (!isSameAgent(session, place)) {
    await endStolen(database, session, place, now);
    throw new Refusal(MESSAGE.signInFirst);
  }
  const refusal = refusalOf(session, pageToken, least);
  if (refusal !== null) {
    await noteRefusal(database, session, place, asked, refusal, now);
    throw refusal;
  }
  if (isDangerous && now - session.confirmedAt > CONFIRMED_S) throw new Refusal(MESSAGE.confirmAgain);
  if (session.origin.address !== place.address) await noteMove(database, session, place, now);
  await touchSession(database, session, now);
  return session;
}

export function actorOf({ name }: Pick<Session, 'name'>, { address }: RequestOrigin): Actor {
  return { name, via: 'console', address };
}

function refusalOf(session: Session, pageToken: string | null, least: Needed['least']): Refusal | null {
  if (pageToken !== null && !isPageToken(session.token, pageToken))
    return new Refusal(MESSAGE.notFromConsole);
  return isAtLeast(session.role, least) ? null : new Refusal(MESSAGE.forbidden);
}

/** Somebody tries what they may not, or somebody else's page does: an admin should know of it. */
async function noteRefusal(
  database: Database,
  session: Session,
  place: RequestOrigin,
  asked: string,
  { reply }: Refusal,
  now: number,
): Promise<void> {
  const changes = [{ what: 'refused', before: null, after: reply }];
  await recordAct(
    database,
    actorOf(session, place),
    { act: `refused: ${asked}`, subject: session.name, changes },
    now,
  );
}

/** A cookie does not change its browser by itself: somebody has copied it. */
async function endStolen(
  database: Database,
  session: Session,
  place: RequestOrigin,
  now: number,
): Promise<void> {
  await transaction(database, async (client) => {
    if (!(await endSession(client, session.token))) return;
    const changes = [{ what: 'browser', before: session.origin.agent, after: place.agent }];
    await recordAct(
      client,
      actorOf(session, place),
      { act: 'session ended: used by another browser', subject: session.name, changes },
      now,
    );
  });
}

/** People do move, with their telephones; but it is written down. */
async function noteMove(
  database: Database,
  session: Session,
  place: RequestOrigin,
  now: number,
): Promise<void> {
  await transaction(database, async (client) => {
    if (!(await moveSession(client, session.token, place.address))) return;
    const changes = [{ what: 'address', before: session.origin.address, after: place.address }];
    await recordAct(
      client,
      actorOf(session, place),
      { act: 'session used from another address', subject: session.name, changes },
      now,
    );
  });
}
