import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serverUser } from '../store/embedded/embedded.ts';
import { refuseClosedNode } from '../store/embedded/log-archive.ts';
import { readLogKey } from '../store/embedded/log-key.ts';
import { readArguments } from './arguments.ts';
import { archiveOf, builtIn } from './backup.ts';
import { newBackupPassphrase } from './backup-passphrase.ts';
import { type Command, UsageError } from './command.ts';

export const sealLogCommand: Command = {
  name: 'seal-log',
  usage: '',
  summary:
    'Seal the archived log from now on, with a passphrase from SWAPDESK_BACKUP_PASSPHRASE_FILE or asked for: only restore --at needs it. A desk that runs begins with the next file. What is archived already stays as it is, and goes on being read',
  async run(args, env) {
    readArguments(args, { words: [], options: [] });
    const dataDir = builtIn(env);
    const archive = archiveOf(env);
    if (archive === null || !existsSync(archive))
      throw new UsageError(
        `The log of ${dataDir} is not archived. Set SWAPDESK_LOG_ARCHIVE to a folder and start the desk once, then seal it.`,
      );
    if (readLogKey(archive) !== null || readLogKey(dataDir) !== null)
      throw new UsageError(`The log in ${archive} is sealed already.`);
    refuseClosedNode(serverUser(join(dataDir, 'postgres')));
    const { sealLog } = await import('../store/backup/sealed-log.ts');
    await sealLog(dataDir, archive, await newBackupPassphrase(env));
    console.log(
      `What is archived to ${archive} from now on is sealed. Whoever loses the passphrase cannot restore to a moment: keep it where neither the archive nor the desk is.`,
    );
  },
};
