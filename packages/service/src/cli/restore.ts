import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { systemClock } from '../clock.ts';
import { type Environment, readLocation } from '../config.ts';
import { beginHold } from '../engine/hold/hold.ts';
import { ARCHIVE_LATER } from '../store/embedded/log-archive.ts';
import { joinStore, type StoreLocation } from '../store/open-store.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { archiveOf } from './backup.ts';
import { backupPassphrase, logPassphrase } from './backup-passphrase.ts';
import { type Command, WrongArguments } from './command.ts';
import { interruptible } from './interruptible.ts';

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

export const restore: Command = {
  name: 'restore',
  usage: '[FROM] [--at TIME] [--aside FOLDER]',
  summary:
    'Put a backup in the place of the built-in database, which is moved to FOLDER if there is one; --at: as it was at a moment after the backup, by the archived log. The desk then starts held. With a PostgreSQL of your own, after restoring that: without FROM',
  async run(args, env) {
    const location = readLocation(env);
    const own = location.databaseUrl !== null;
    const { words, options } = readArguments(args, {
      words: own ? [] : ['FROM'],
      options: own ? [] : ['aside', 'at'],
    });
    if (own) await hold(location, 'the database was restored');
    else await putInPlace(words[0] as string, options, env);
    console.log(
      'Restored. The desk starts held: it follows the chains, compares them with the signing record, and goes on by itself when all agrees. See: npx swapdesk hold show',
    );
  },
};

async function putInPlace(
  from: string,
  { aside = null, at: moment }: { readonly aside?: string | null; readonly at?: string },
  env: Environment,
): Promise<void> {
  const { putBack } = await import('../store/backup/put-back.ts');
  const { openSource } = await import('../store/backup/source.ts');
  const at = moment === undefined ? null : readMoment(moment);
  const { dataDir } = readLocation(env);
  const archive = archiveOf(env);
  const source = await openSource(from, () => backupPassphrase(env));
  const { openLogKey } = await import('../store/backup/sealed-log.ts');
  const logKey = at === null || archive === null ? null : await openLogKey(archive, () => logPassphrase(env));
  const why = `restored from ${resolve(from)}${at === null ? '' : `, as of ${at.toISOString()}`}`;
  // What it writes before it is in its place is archived when the desk starts. Held before that: there is no moment in which it could be started otherwise.
  await interruptible('Interrupted: nothing was put in place.', (under) =>
    putBack(source, { dataDir, aside }, { archive, at, logKey }, under, (draft) =>
      hold({ databaseUrl: null, dataDir: draft, settings: ARCHIVE_LATER }, why),
    ),
  );
}

/** A moment that means the same everywhere. */
function readMoment(text: string): Date {
  if (!MOMENT.test(text) || Number.isNaN(Date.parse(text)))
    throw new WrongArguments(`--at takes a time with its zone, such as 2026-11-18T12:30:00Z, not "${text}".`);
  return new Date(text);
}

async function hold(location: StoreLocation, why: string): Promise<void> {
  const store = await joinStore(location, fillCatalogue);
  try {
    await act(store.database, async (client) => {
      await beginHold(client, { id: randomUUID(), since: systemClock(), why });
      const changes = [{ what: 'hold', before: null, after: why }];
      return { act: 'restore', subject: 'desk', changes, result: undefined };
    });
  } finally {
    await store.stop();
  }
}
