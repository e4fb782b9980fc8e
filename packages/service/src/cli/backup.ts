import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Environment, readLocation } from '../config.ts';
import type { BackupLabel } from '../store/backup/label.ts';
import { archiveFor } from '../store/embedded/log-archive.ts';
import { readArguments, readWhole } from './arguments.ts';
import { newBackupPassphrase } from './backup-passphrase.ts';
import { type Command, UsageError, WrongArguments } from './command.ts';
import { interruptible } from './interruptible.ts';

const DAY_MS = 86_400_000;

export const backup: Command = {
  name: 'backup',
  usage: '[FOLDER] [--encrypt] [--prune DAYS]',
  summary:
    'Copy the built-in database into a new folder, while it runs or not, and start the copy once to see that it is whole. --encrypt: as one file that is sealed with a passphrase, from SWAPDESK_BACKUP_PASSPHRASE_FILE or asked for. --prune: remove archived log that no moment of the last DAYS needs',
  async run(args, env) {
    const { words, options, flags } = readArguments(args, {
      words: ['[FOLDER]'],
      options: ['prune'],
      flags: ['encrypt'],
    });
    const [folder] = words;
    const days = options.prune === undefined ? null : readWhole('--prune', options.prune);
    if (folder === undefined && days === null) throw new WrongArguments('Expected FOLDER, got none.');
    if (days !== null && days < 0) throw new WrongArguments('--prune takes a number of days.');
    const dataDir = builtIn(env);
    if (folder !== undefined) await make(dataDir, folder, flags.encrypt === true, env);
    if (days !== null) await prune(dataDir, days, env);
  },
};

/** The data folder, where the database is the built-in one. */
export function builtIn(env: Environment): string {
  const { dataDir, databaseUrl } = readLocation(env);
  if (databaseUrl === null) return dataDir;
  throw new UsageError(
    'SWAPDESK_DATABASE_URL names a PostgreSQL of your own: back it up with its tools, such as pgBackRest. See docs/operators.md, "Backup and restore".',
  );
}

async function make(dataDir: string, target: string, isSealed: boolean, env: Environment): Promise<void> {
  const { backUp } = await import('../store/backup/back-up.ts');
  const passphrase = isSealed ? await newBackupPassphrase(env) : null;
  const wanted = { dataDir, target, madeAt: new Date(), passphrase };
  const label = await interruptible('Interrupted: nothing was kept, and the desk is as it was.', (under) =>
    backUp(wanted, under),
  );
  for (const line of leftOutText(label)) console.error(line);
  console.log(
    `${resolve(target)} holds the store with ${label.orders.toLocaleString('en')} orders; it was started and read${isSealed ? ', then sealed' : ''}. ` +
      'The signing record is not in it, and must not be: never restore that together with the store.',
  );
}

/** What the configuration may name, and a desk that is restored will not find. */
export function leftOutText({ leftOut = [] }: BackupLabel): string[] {
  return leftOut.map((what) => `Not in the backup, though it stands in the data folder: ${what}`);
}

async function prune(dataDir: string, days: number, env: Environment): Promise<void> {
  const { pruneArchive } = await import('../store/backup/archive.ts');
  const { megabytes } = await import('../store/backup/progress.ts');
  const archive = archiveOf(env);
  if (archive === null || !existsSync(archive))
    throw new UsageError(`The log of ${dataDir} is not archived: there is nothing to remove.`);
  const since = new Date(Date.now() - days * DAY_MS);
  const { files, bytes, from } = await pruneArchive(archive, since, ({ folder }) => existsSync(folder));
  console.log(
    from === null
      ? 'Nothing was removed: no backup was made since the log is archived.'
      : `Removed ${files.toLocaleString('en')} files of the log, ${megabytes(bytes)}. Every moment since ${from.endedAt} can be restored, from ${from.folder}.`,
  );
}

/** Where the log is, as it was said now or to the service. */
export function archiveOf(env: Environment): string | null {
  const { dataDir, logArchive } = readLocation(env);
  return archiveFor(dataDir, logArchive);
}
