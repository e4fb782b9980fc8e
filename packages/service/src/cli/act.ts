import { userInfo } from 'node:os';
import type { Message } from '@swapdesk/contract';
import { systemClock } from '../clock.ts';
import { type Actor, audited, type Done, rehearsed } from '../operators/audit.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Queryable } from '../store/database.ts';
import { UsageError } from './command.ts';
import { refusalText } from './refusal-text.ts';

/** Does what a command changes, and writes down who did it: in one transaction, like the console. */
export function act<Result>(
  database: Database,
  work: (client: Queryable, now: number) => Promise<Done<Result>>,
): Promise<Result> {
  const now = systemClock();
  return audited(database, whoeverTypes(), now, (client) => work(client, now));
}

/** What it would come to, of which nothing stays. */
export function rehearse<Result>(
  database: Database,
  work: (client: Queryable, now: number) => Promise<Done<Result>>,
): Promise<Result> {
  return rehearsed(database, (client) => work(client, systemClock()));
}

/** Turns refusals into what to do about them. */
export function inWords(words: Partial<Record<Message, string>> = {}): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Refusal)) throw error;
    throw new UsageError(words[error.reply] ?? refusalText(error));
  };
}

/** Passes over one refusal, where it does not matter. */
export function unless(message: Message): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Refusal) || error.reply !== message) throw error;
  };
}

/** The user of this machine, as far as it knows one. */
export function whoeverTypes(): Actor {
  return { name: userName(), via: 'command line', address: '' };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}
