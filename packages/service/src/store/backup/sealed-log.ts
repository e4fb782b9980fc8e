import { generateKeyPairSync } from 'node:crypto';
import { StartupError } from '../../startup-error.ts';
import { type LogKey, readLogKey, writeLogKey } from '../embedded/log-key.ts';
import { HEADER_BYTES, newSealKey, openChunk, openSealKey, sealChunk } from './seal.ts';

/** Lets everything that is archived from now on be sealed; what opens it is sealed with the passphrase. */
export async function sealLog(dataDir: string, archive: string, passphrase: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const seal = await newSealKey(passphrase);
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  const key: LogKey = {
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('base64'),
    sealedKey: Buffer.concat([seal.header, sealChunk(seal, 0, true, secret)]).toString('base64'),
  };
  // There first: nothing is sealed with a key that is only here.
  writeLogKey(archive, key);
  writeLogKey(dataDir, key);
}

/** What opens the log of an archive; null where nothing of it is sealed. Asks for the passphrase. */
export async function openLogKey(
  archive: string,
  askPassphrase: () => Promise<string>,
): Promise<Buffer | null> {
  const key = readLogKey(archive);
  if (key === null) return null;
  const sealed = Buffer.from(key.sealedKey, 'base64');
  const passphrase = await askPassphrase();
  const seal = await openSealKey(passphrase, sealed.subarray(0, HEADER_BYTES)).catch((error: Error) => {
    throw new StartupError(
      `The log in ${archive} is sealed and cannot be opened: ${error.message} Nothing was touched. Give the passphrase that npx swapdesk seal-log was given: SWAPDESK_BACKUP_PASSPHRASE_FILE.`,
    );
  });
  return openChunk(seal, 0, true, sealed.subarray(HEADER_BYTES));
}
