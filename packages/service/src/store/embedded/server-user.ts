import { readFileSync, statSync } from 'node:fs';
import { StartupError } from '../../startup-error.ts';

/** The user that the PostgreSQL server runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Ourselves; or, as root (which PostgreSQL refuses), the owner of the existing cluster, or `nobody`. */
export function serverUser(clusterDir?: string): ServerUser {
  const uid = process.getuid!();
  if (uid !== 0) return { uid, gid: process.getgid!() };
  const owner = clusterDir === undefined ? undefined : statSync(clusterDir, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return nobody(readFileSync('/etc/passwd', 'utf8'));
}

/** Finds `nobody` in the text of /etc/passwd. */
export function nobody(passwd: string): ServerUser {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  if (!Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0) {
    throw new StartupError(
      'PostgreSQL does not run as root and there is no user "nobody" here. Start Swapdesk as an ordinary user.',
    );
  }
  // macOS writes -2, which stat() shows as 4294967294.
  return { uid: uid >>> 0, gid: gid >>> 0 };
}

/**
 * Only as root is anything made for somebody else. As a plain user nothing is handed over: all of it is ours already, and a unit's
 * or a container's filter of system calls refuses the mere asking.
 */
export const isRoot = (): boolean => process.getuid!() === 0;

/** The part of spawn()'s options that makes a child run as that user. */
export function runAs(user: ServerUser): { uid?: number; gid?: number } {
  return isRoot() ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}
