import type { OperatorRole, SessionData } from '@swapdesk/contract';
import { type Json, MESSAGE } from '@swapdesk/contract/plain';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { get, post } from '../../api/call.ts';
import { Refused } from '../../api/refused.ts';
import type { Writable } from '../../api/write-json.ts';
import { numbersAsText, type Read } from './read.ts';

export const PREFIX = '/console/api';
/** What is read here may take as long as the service gives a statement of the store. */
const PATIENCE_MS = 25_000;
/** What is done may take several. */
const ACT_PATIENCE_MS = 60_000;
const TOKEN_HEADER = 'x-console-token';

export type Session = Read<SessionData>;
export type Query = Readonly<Record<string, string>>;

/** The console's way to the service, as somebody who is signed in. */
export interface Desk {
  readonly session: Session;
  /** Reads something. `Wire` is its type in the contract. */
  read<Wire>(path: string, query: Query, signal: AbortSignal): Promise<Read<Wire>>;
  /** Does something. It is allowed by the token, which no other site can know. */
  act<Wire>(path: string, body: Writable): Promise<Read<Wire>>;
  /** What one may not do is not offered. The service refuses it all the same. */
  may(role: OperatorRole): boolean;
}

const ROLES: readonly OperatorRole[] = ['viewer', 'support', 'admin'];

/** Speaks for a session. When it turns out to have ended, tells so, and fails. */
export function openDesk(session: Session, onEnded: () => void): Desk {
  const watch = async <Wire>(answer: Promise<unknown>) => {
    try {
      return numbersAsText(((await answer) ?? null) as Json) as Read<Wire>;
    } catch (error) {
      if (isSignedOut(error)) onEnded();
      throw error;
    }
  };
  return {
    session,
    read: (path, query, signal) => watch(get(`${PREFIX}${path}`, query, { signal, patienceMs: PATIENCE_MS })),
    act: (path, body) =>
      watch(
        post(`${PREFIX}${path}`, body, {
          headers: { [TOKEN_HEADER]: session.token },
          patienceMs: ACT_PATIENCE_MS,
        }),
      ),
    may: (role) => ROLES.indexOf(session.role) >= ROLES.indexOf(role),
  };
}

/** Before anybody is signed in. */
export async function ask<Wire>(path: string, body: Writable): Promise<Read<Wire>> {
  return numbersAsText((await post(`${PREFIX}${path}`, body)) as Json) as Read<Wire>;
}

/** Who is signed in already; null: nobody. */
export async function resumeSession(): Promise<Session | null> {
  try {
    return numbersAsText((await get(`${PREFIX}/session`)) as Json) as Session;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Not every 401 is: a wrong code when one changes the password ends nothing. */
function isSignedOut(error: unknown): boolean {
  return error instanceof Refused && error.message === MESSAGE.signInFirst;
}

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;

export function useDesk(): Desk {
  return useContext(DeskContext) as Desk;
}
