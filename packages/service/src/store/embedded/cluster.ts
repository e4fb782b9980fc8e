import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';
import { makeFolder } from './make-folder.ts';
import { firstComplaint } from './server-log.ts';
import { isRoot, runAs } from './server-user.ts';
import { freeSharedMemory, sharedMemoryType } from './settings.ts';
import type { Site } from './site.ts';

export const superuser = 'swapdesk';

/** PostgreSQL's programs take nothing from our environment: a stray PGDATA or locale must not matter. */
export const serverEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Makes the database cluster unless it is there; refuses one that these binaries cannot run. */
export async function prepareCluster(
  site: Site,
  bin: string,
  major: number,
  password: string,
): Promise<void> {
  if (!existsSync(site.cluster)) {
    const owned = { mode: 0o700, owner: site.user };
    await makeFolder(site.cluster, owned, (dir) => initdb(site, bin, dir, password));
  }
  const owner = statSync(site.cluster).uid;
  if (owner !== site.user.uid) {
    throw new StartupError(
      `The database in ${site.cluster} belongs to user id ${owner}. Start Swapdesk as that user.`,
    );
  }
  const madeBy = readFileSync(join(site.cluster, 'PG_VERSION'), 'utf8').trim();
  if (madeBy !== String(major)) {
    throw new StartupError(
      `The database in ${site.cluster} was made by PostgreSQL ${madeBy}, this Swapdesk brings ${major}. Return to the Swapdesk that made it, or move the data over with pg_dump and pg_restore.`,
    );
  }
}

async function initdb(site: Site, bin: string, dir: string, password: string): Promise<void> {
  // Ours is readable by us alone, and initdb runs as the server's user.
  const passwordCopy = `${dir}-password`;
  try {
    await writeFile(passwordCopy, password, { mode: 0o600, flag: 'wx' });
    if (isRoot()) await chown(passwordCopy, site.user.uid, site.user.gid);
    await promisify(execFile)(
      join(bin, 'initdb'),
      [
        `--pgdata=${dir}`,
        `--username=${superuser}`,
        `--pwfile=${passwordCopy}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--data-checksums',
        '--no-instructions',
        // Its own choice looks at whether /dev/shm is there, not at whether it has room.
        `--set=dynamic_shared_memory_type=${sharedMemoryType(freeSharedMemory())}`,
      ],
      { ...runAs(site.user), env: serverEnvironment, cwd: site.dataDir },
    );
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const complaint = firstComplaint(stderr ?? '') ?? message;
    throw new StartupError(
      `The database could not be made in ${site.dataDir}: ${complaint}${wayOut(complaint)}`,
      { cause: error },
    );
  } finally {
    await rm(passwordCopy, { force: true });
  }
}

/** Containers are often run as a number alone. */
function wayOut(complaint: string): string {
  const [, uid] = /could not look up effective user ID (\d+)/.exec(complaint) ?? [];
  if (uid === undefined) return '';
  return `. PostgreSQL asks for an entry of user id ${uid} in /etc/passwd: make one (useradd --uid ${uid} swapdesk), or start Swapdesk as a user that has one.`;
}
