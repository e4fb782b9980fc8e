import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { syncFolder } from './make-folder.ts';
import type { Site } from './site.ts';

/** The password of the database, chosen at random the first time. Of two who choose at once, one wins for both. */
export async function databasePassword(site: Site): Promise<string> {
  if (!existsSync(site.passwordFile)) {
    if (existsSync(site.cluster)) {
      throw new StartupError(
        `The password of the database in ${site.cluster} is missing. Restore the file ${site.passwordFile} from a backup.`,
      );
    }
    await choosePassword(site.passwordFile);
  }
  try {
    return readFileSync(site.passwordFile, 'utf8').trim();
  } catch (error) {
    throw new StartupError(
      `The file ${site.passwordFile} cannot be read. Run this as the user that runs Swapdesk.`,
      { cause: error },
    );
  }
}

async function choosePassword(path: string): Promise<void> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(24).toString('hex')}\n`);
    // The cluster must never outlive its password.
    await file.sync();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await syncFolder(dirname(path));
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
