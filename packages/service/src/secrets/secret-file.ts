import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { link, mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';

const MAX_BYTES = 4096;
const OPEN_TO_OTHERS = 0o077;

/** Where systemd puts what it hands to a service. Nobody else can enter, and an access list of its own shows as a right of the group. */
const CREDENTIALS = '/run/credentials/';
const OPEN_TO_ALL = 0o007;

/** What such a file is called in what people read. */
type What = 'passphrase file' | 'key file' | 'database URL file' | 'secret file';

/** What a file holds. */
interface FoundSecret {
  /** Without the line break at its end. */
  readonly secret: string;
  /** Whether users beside the owner can reach it. */
  readonly exposed: boolean;
}

/** The secret in a file. */
export async function readSecretFile(path: string, what: What): Promise<FoundSecret> {
  return readSecretNow(path, what);
}

/** The same for who cannot wait: such a file is small. */
export function readSecretNow(path: string, what: What): FoundSecret {
  const { bytes, mode } = readSmallFile(path, what);
  const secret = decode(path, bytes, what).replace(/\r?\n$/, '');
  if (secret === '') throw new StartupError(`the ${what} ${path} is empty`);
  if (/[\r\n]/.test(secret)) throw new StartupError(`the ${what} ${path} has more than one line`);
  return { secret, exposed: (mode & (path.startsWith(CREDENTIALS) ? OPEN_TO_ALL : OPEN_TO_OTHERS)) !== 0 };
}

function readSmallFile(path: string, what: What): { bytes: Buffer; mode: number } {
  try {
    // Looked at before it is opened, as opening a pipe would wait for its writer.
    if (!statSync(path).isFile()) throw new Error('not a regular file');
    const file = openSync(path, 'r');
    try {
      const { mode, size } = fstatSync(file);
      if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
      return { bytes: readFileSync(file), mode };
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new StartupError(`cannot read the ${what} ${path}: ${(cause as Error).message}`, { cause });
  }
}

function decode(path: string, bytes: Buffer, what: What): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new StartupError(`the ${what} ${path} is not UTF-8 text`, { cause });
  }
}

/** Writes a secret to a file for its owner alone, whole and on disk, unless there is one already. */
export async function createSecretFile(path: string, secret: string, what: What): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const drafts = await mkdtemp(`${path}.`);
    try {
      const draft = join(drafts, 'draft');
      await writeDurably(draft, `${secret}\n`);
      // A link, not a rename: of two processes that start at once the second must not replace the first one's.
      await link(draft, path).catch(ignore('EEXIST'));
    } finally {
      await rm(drafts, { recursive: true });
    }
    await syncFolderOf(path);
  } catch (cause) {
    throw new StartupError(`cannot write the ${what} ${path}: ${(cause as Error).message}`, { cause });
  }
}

/** Is there something of this name? What cannot be told counts as there: reading it will say why. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/** Writes a new file for its owner alone; it is on disk when this returns. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What was named or renamed there is on disk when this returns. */
export async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignore(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
