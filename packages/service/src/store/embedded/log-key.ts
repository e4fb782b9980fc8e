import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';

/**
 * What the archived log is sealed with: a file in the archive, and beside the database the same, by which the server seals. It can only
 * seal. What opens it is in there too, sealed with a passphrase that is kept elsewhere.
 */
export const LOG_KEY = 'log.key';

export interface LogKey {
  readonly publicKey: string;
  readonly sealedKey: string;
}

/** Null: the log there is not sealed. */
export function readLogKey(folder: string): LogKey | null {
  const path = join(folder, LOG_KEY);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LogKey) : null;
}

/** In one step. Nothing of it is secret, and the server's user reads it. */
export function writeLogKey(folder: string, key: LogKey): void {
  const draft = join(folder, `.${LOG_KEY}.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(key, null, 2)}\n`, { flush: true });
  chmodSync(draft, 0o644);
  renameSync(draft, join(folder, LOG_KEY));
}

/** An archive that is sealed stays so, and so does what a desk seals: each takes the key of the other. Throws where both have one. */
export function agreeOnLogKey(dataDir: string, archive: string): void {
  const [here, there] = [readLogKey(dataDir), readLogKey(archive)];
  if (here !== null && there !== null && here.publicKey !== there.publicKey)
    throw new StartupError(
      `The log in ${archive} is sealed with another key than that of this desk. Name another folder: SWAPDESK_LOG_ARCHIVE. Or, if that passphrase is known, remove ${join(dataDir, LOG_KEY)}.`,
    );
  if (here === null && there !== null) writeLogKey(dataDir, there);
  if (here !== null && there === null) writeLogKey(archive, here);
}
