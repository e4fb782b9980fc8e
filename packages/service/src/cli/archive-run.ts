import { resolve } from 'node:path';
import { loadSettings, type Settings } from '../catalog/settings.ts';
import { readStanding } from '../engine/hold/hold.ts';
import type { ArchivedRange } from '../growth/archive-range.ts';
import { archiveRanges } from '../growth/archive-ranges.ts';
import { lastFolder } from '../growth/archived-files.ts';
import { type DueRange, dueRanges, type KeepDays } from '../growth/due-ranges.ts';
import { GROWING } from '../growth/growing.ts';
import { makeRoom } from '../growth/make-room.ts';
import { megabytes } from '../store/backup/progress.ts';
import type { Queryable } from '../store/database.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';
import { interruptible } from './interruptible.ts';
import { table } from './table.ts';

export const archiveRun: Command = {
  name: 'archive run',
  usage: '[--to FOLDER] [--ledger DAYS] [--events DAYS] [--dry-run]',
  summary:
    'Write what is older than DAYS of the ledger and of the logs of orders to files, read them back, and only then take it out of the store. ' +
    'Orders, deposits, payouts and payments stay. Without DAYS the settings keep_ledger_days and keep_events_days count; FOLDER is that of ' +
    'last time, or has to be said. Interrupted or killed, it goes on when it is run again',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options, flags } = readArguments(args, {
        words: [],
        options: ['to', 'ledger', 'events'],
        flags: ['dry-run'],
      });
      const keep = keepDays(options, await loadSettings(database));
      const now = await timeOf(database);
      const { due, obstacles } = await dueRanges(database, keep, now);
      for (const obstacle of obstacles) console.log(`Stays: ${obstacle}.`);
      if (due.length === 0)
        return console.log('Nothing is old enough: ranges leave as a whole, once all of it is.');
      if (flags['dry-run'] === true) return console.log(preview(due));
      await refuseUncertain(database);
      const said = options.to === undefined ? await lastFolder(database) : resolve(options.to);
      if (said === null)
        throw new WrongArguments(
          'Where to? Say --to FOLDER: a disk that is backed up, and not that of the store.',
        );
      const archived = await interruptible(
        'Interrupted: what was let go is archived, the rest is in the store.',
        (under) => archiveRanges(database, due, { folder: said, now }, under),
      );
      await makeRoom(database);
      console.log(done(archived, said));
    }),
};

function keepDays(options: { ledger?: string; events?: string }, settings: Settings): KeepDays {
  const days = (name: 'ledger' | 'events', usual: number) => {
    const said = options[name];
    const number = said === undefined ? usual : readWhole(`--${name}`, said);
    if (number < 0) throw new WrongArguments(`--${name} takes a number of days.`);
    return number;
  };
  const keep = {
    ledger_entry: days('ledger', settings.keep_ledger_days),
    order_event: days('events', settings.keep_events_days),
  };
  if (Object.values(keep).every((each) => each === 0))
    throw new UsageError(
      'All of it is kept for ever. Say --ledger DAYS or --events DAYS, or once and for all: npx swapdesk setting set keep_ledger_days 400',
    );
  return keep;
}

/** The store's own time: what is old is said by what it has stamped. */
export async function timeOf(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ now: number }>('SELECT extract(epoch FROM now())::bigint AS now');
  return (rows[0] as { now: number }).now;
}

/** Whether a store is whole is not known while it is held: nothing leaves it then. */
async function refuseUncertain(client: Queryable): Promise<void> {
  const standing = await readStanding(client);
  if (standing === 'goes on') return;
  throw new UsageError(
    standing === 'held'
      ? 'The desk is held: store and signing record are not of one time. Nothing leaves the store until that is decided: npx swapdesk hold show'
      : 'PostgreSQL was promoted or restored, and no signing record has been compared with it yet. Start the desk, and archive then.',
  );
}

function preview(due: readonly DueRange[]): string {
  const rows = due.map(({ table: { words }, first, beyond, rows: many, bytes }) => [
    words,
    `${first.toLocaleString('en')} to ${beyond.toLocaleString('en')}`,
    `about ${many.toLocaleString('en')}`,
    megabytes(bytes),
  ]);
  return `${table(['of', 'numbers', 'rows', 'on disk'], rows)}\nWhat belongs to unfinished orders stays. Nothing was changed. Do it without --dry-run.`;
}

function done(archived: readonly ArchivedRange[], folder: string): string {
  const words = (name: string) => GROWING.find((each) => each.name === name)?.words ?? name;
  const rows = archived.map(({ table: name, beyond, rows: many, kept, bytes }) => [
    words(name),
    beyond.toLocaleString('en'),
    many.toLocaleString('en'),
    kept.toLocaleString('en'),
    megabytes(bytes),
  ]);
  return `${table(['of', 'up to', 'rows archived', 'rows kept', 'was on disk'], rows)}\nThe files are in ${folder}. Keep them as long as the store, and back them up: nobody else has what is in them.`;
}
