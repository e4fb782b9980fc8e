import type { Environment } from '../config.ts';
import { readSecretFile } from '../secrets/secret-file.ts';
import { StartupError } from '../startup-error.ts';
import { bitsOf, ENOUGH_BITS } from '../wallet/passphrase-strength.ts';
import { UsageError } from './command.ts';
import { readHidden } from './read-hidden.ts';

const VARIABLE = 'SWAPDESK_BACKUP_PASSPHRASE';
const FILE_VARIABLE = 'SWAPDESK_BACKUP_PASSPHRASE_FILE';

/** The passphrase for a new backup: asked for twice, where a person types it. It may protect the passphrase of the wallet too. */
export async function newBackupPassphrase(env: Environment): Promise<string> {
  const passphrase = (await given(env)) ?? (await typedTwice());
  const bits = Math.floor(bitsOf(passphrase));
  if (bits < ENOUGH_BITS) {
    throw new UsageError(
      `The passphrase of the backup is too weak, about ${bits} bits of ${ENOUGH_BITS}: take six random words or more, or 20 random characters with digits among them.`,
    );
  }
  return passphrase;
}

/** The passphrase of a backup that is there. */
export async function backupPassphrase(env: Environment): Promise<string> {
  return (await given(env)) ?? (await typed('The passphrase of the backup: '));
}

/** The passphrase of an archived log that is sealed. */
export async function logPassphrase(env: Environment): Promise<string> {
  return (
    (await given(env)) ??
    (await typed('The passphrase of the archived log: ', 'archived log, which is sealed,'))
  );
}

async function given(env: Environment): Promise<string | null> {
  const [secret, file] = [env[VARIABLE] || null, env[FILE_VARIABLE] || null];
  if (secret !== null && file !== null)
    throw new StartupError(`Set ${VARIABLE} or ${FILE_VARIABLE}, not both.`);
  if (file === null) return secret;
  const read = await readSecretFile(file, 'passphrase file');
  if (read.exposed) console.error(`Warning: ${file} is open to other users; run: chmod 600 '${file}'`);
  return read.secret;
}

async function typedTwice(): Promise<string> {
  const first = await typed('A passphrase for the backup: ');
  if ((await typed('The same once more: ')) !== first)
    throw new UsageError('These were two different passphrases. Nothing was made.');
  return first;
}

async function typed(prompt: string, what = 'backup'): Promise<string> {
  // A pipe would be read to its end, and cannot be asked twice.
  if (!process.stdin.isTTY)
    throw new UsageError(
      `The ${what} needs its passphrase, and there is no terminal to ask on: set ${FILE_VARIABLE} to a file that only its owner can read, or set ${VARIABLE}.`,
    );
  const secret = await readHidden(prompt);
  if (secret === '') throw new UsageError('That passphrase is empty.');
  return secret;
}
