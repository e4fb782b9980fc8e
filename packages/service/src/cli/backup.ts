import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import { type Environment, readLocation } from '../config.ts';
import { beginHold } from '../engine/hold/hold.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { backupPassphrase, newBackupPassphrase } from './backup-passphrase.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { interruptible } from './interruptible.ts';

export const backup: Command = {
  name: 'backup',
  usage: 'FOLDER [--encrypt]',
  summary:
    'Copy the built-in database into a new folder, while it runs or not, and start the copy once to see that it is whole. --encrypt: as one file that is sealed with a passphrase, from SWAPDESK_BACKUP_PASSPHRASE_FILE or asked for',
  async run(args, env) {
    const { words, flags } = readArguments(args, { words: ['FOLDER'], options: [], flags: ['encrypt'] });
    const { dataDir, databaseUrl } = readLocation(env);
    if (databaseUrl !== null) {
      throw new UsageError(
        'SWAPDESK_DATABASE_URL names a PostgreSQL of your own: back it up with its tools, such as pg_basebackup. See docs/operators.md, "Backup and restore".',
      );
    }
    const { backUp } = await import('../store/backup/back-up.ts');
    const target = words[0] as string;
    const passphrase = flags.encrypt === true ? await newBackupPassphrase(env) : null;
    const wanted = { dataDir, target, madeAt: new Date(), passphrase };
    const label = await interruptible('Interrupted: nothing was kept, and the desk is as it was.', (under) =>
      backUp(wanted, under),
    );
    console.log(
      `${resolve(target)} holds the store with ${label.orders.toLocaleString('en')} orders; it was started and read${passphrase === null ? '' : ', then sealed'}. ` +
        'The signing record is not in it, and must not be: never restore that together with the store.',
    );
  },
};

export const restore: Command = {
  name: 'restore',
  usage: '[FROM] [--aside FOLDER]',
  summary:
    'Put a backup in the place of the built-in database, which is moved to FOLDER if there is one. The desk then starts held. With a PostgreSQL of your own, after restoring that: without FROM',
  async run(args, env) {
    const own = readLocation(env).databaseUrl !== null;
    const { words, options } = readArguments(args, { words: own ? [] : ['FROM'], options: ['aside'] });
    const { dataDir } = readLocation(env);
    if (!own) {
      const { putBack } = await import('../store/backup/put-back.ts');
      const { openSource } = await import('../store/backup/source.ts');
      const from = words[0] as string;
      const source = await openSource(from, () => backupPassphrase(env));
      const place = { dataDir, aside: options.aside ?? null };
      // Held before it is in its place: there is no moment in which it could be started otherwise.
      await interruptible('Interrupted: nothing was put in place.', (under) =>
        putBack(source, place, under, (draft) =>
          hold({ ...env, SWAPDESK_DATA_DIR: draft }, `restored from ${resolve(from)}`),
        ),
      );
    } else await hold(env, 'the database was restored');
    console.log(
      'Restored. The desk starts held: it follows the chains, compares them with the signing record, and goes on by itself when all agrees. See: npx swapdesk hold show',
    );
  },
};

function hold(env: Environment, why: string): Promise<void> {
  return withStore(env, (database) =>
    act(database, async (client) => {
      await beginHold(client, { id: randomUUID(), since: systemClock(), why });
      const changes = [{ what: 'hold', before: null, after: why }];
      return { act: 'restore', subject: 'desk', changes, result: undefined };
    }),
  );
}
