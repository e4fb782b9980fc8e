import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { closedFolder } from './can-enter.ts';
import { unusable } from './explain.ts';
import { isRoot, type ServerUser, serverUser } from './server-user.ts';

/** Where everything of one embedded server lives, and whom it runs as. */
export interface Site {
  readonly dataDir: string;
  readonly cluster: string;
  readonly logs: string;
  readonly sockets: string;
  readonly passwordFile: string;
  readonly user: ServerUser;
  /** Settings of PostgreSQL beside the usual ones. */
  readonly settings: ServerSettings;
}

export type ServerSettings = Readonly<Record<string, string>>;

export const port = 5432;
const maxSocketPathBytes = 99;

/** Makes the folders around the cluster, each with the owner and mode it needs. */
export function prepareSite(dir: string): Site {
  const dataDir = makeDataDir(resolve(dir));
  const cluster = join(dataDir, 'postgres');
  const user = serverUser(cluster);
  const closed = closedFolder(dataDir, user.uid, user.gid);
  if (closed !== undefined) {
    throw new StartupError(
      `PostgreSQL runs as user id ${user.uid}, which cannot enter ${closed}. Choose another folder, for example with SWAPDESK_DATA_DIR=/var/lib/swapdesk.`,
    );
  }
  const logs = join(dataDir, 'postgres-log');
  const sockets = socketFolder(dataDir);
  makeServerFolder(logs, user);
  makeServerFolder(sockets, user);
  const passwordFile = join(dataDir, 'database-password');
  return { dataDir, cluster, logs, sockets, passwordFile, user, settings: {} };
}

/** `run` inside the data folder, or a short name under /tmp: the path of a socket is limited to about 100 bytes. */
export function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'run');
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${port}`)) <= maxSocketPathBytes) return inside;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `swapdesk-${hash}`);
}

function makeDataDir(dir: string): string {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o755 });
    const real = realpathSync(dir);
    const stats = lstatSync(real);
    if (stats.mode & 0o1000) {
      throw new StartupError(
        `${dir} is shared with others. Choose a folder of its own with SWAPDESK_DATA_DIR.`,
      );
    }
    accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK);
    if (isRoot() || stats.uid === process.getuid!()) chmodSync(real, isRoot() ? 0o711 : 0o700);
    return real;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw unusable(dir, error as Error);
  }
}

/** Makes a folder that is the server's alone, or sees that it is. */
export function makeServerFolder(dir: string, user: ServerUser): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const fd = openOwnFolder(dir, user);
  try {
    if (isRoot()) fchownSync(fd, user.uid, user.gid);
    fchmodSync(fd, 0o700);
  } finally {
    closeSync(fd);
  }
}

/** In /tmp anyone could have been there first, with a folder or a link: what we checked is what we change. */
function openOwnFolder(dir: string, user: ServerUser): number {
  let fd: number | undefined;
  try {
    fd = openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const owner = fstatSync(fd).uid;
    // As root we may have been killed between mkdir and chown.
    if (owner === user.uid || owner === process.getuid!()) return fd;
  } catch {}
  if (fd !== undefined) closeSync(fd);
  throw new StartupError(
    `${dir} belongs to someone else. Remove it, or choose another data folder with SWAPDESK_DATA_DIR.`,
  );
}
