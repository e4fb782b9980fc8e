import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const filesKept = 5;
const pruneEveryMs = 60_000;
const lateLogTries = 20;
const lateLogMs = 50;
const stamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC /;
/** The first that initdb looks at, whether its user has a name, it complains of without the word `error`. */
const severity = /(?:^|\s)(?:FATAL|PANIC|ERROR|initdb: error|initdb(?=: could not)):\s*/;
/** True of every server that is coming or going, and says nothing about why. */
const commonplace =
  /the database system is (?:starting up|shutting down|not yet accepting)|terminating connection|aborting startup/;

/** The lines with which the server or initdb says what is wrong, without time, process and severity. */
function complaints(text: string): string[] {
  const lines = text.split('\n').filter((line) => severity.test(line) && !commonplace.test(line));
  return lines.map((line) => line.slice(line.search(severity)).replace(severity, '').trim());
}

/** Of a server: what it said before it gave up. */
export const lastComplaint = (text: string): string | undefined => complaints(text).at(-1);

/** Of a program that stops at its first fault: the rest is aftermath. */
export const firstComplaint = (text: string): string | undefined => complaints(text).at(0);

/** The last line of a text that has no severities: what the server says when it is not even a server yet. */
export function lastPlainLine(text: string): string | undefined {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !stamp.test(line))
    .at(-1);
}

/** What the server has complained of in its log. The process that writes the log may be a little behind its end. */
export async function loggedComplaint(logs: string, since: Date): Promise<string | undefined> {
  for (let tries = 0; tries < lateLogTries; tries++) {
    const line = lastLogLine(logs, since);
    if (line !== undefined) return line;
    await delay(lateLogMs);
  }
  return undefined;
}

/** The last line of complaint in the server's log, of those written since. */
export function lastLogLine(logs: string, since: Date): string | undefined {
  const from = since.toISOString().replace('T', ' ').replace('Z', ' UTC');
  const newest = logFiles(logs).at(-1);
  if (newest === undefined) return undefined;
  const lines = readFileSync(join(logs, newest), 'utf8').split('\n');
  return lastComplaint(lines.filter((line) => stamp.test(line) && line >= from).join('\n'));
}

/** Keeps the newest few log files; each is rotated by size, so together they stay bounded. */
export function keepLogsBounded(logs: string): () => void {
  const prune = () => {
    for (const name of logFiles(logs).slice(0, -filesKept)) rmSync(join(logs, name), { force: true });
  };
  prune();
  const timer = setInterval(prune, pruneEveryMs).unref();
  return () => clearInterval(timer);
}

/** Oldest first: their names are times. */
function logFiles(logs: string): string[] {
  if (!existsSync(logs)) return [];
  return readdirSync(logs)
    .filter((name) => name.startsWith('postgres-') && name.endsWith('.log'))
    .sort();
}
