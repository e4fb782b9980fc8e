import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { Pulled } from './pulled.ts';
import type { Write } from './sealed-file.ts';

/** What a packed tree is made of: a line for each, and after that of a file its content. */
type Entry =
  | { readonly folder: string }
  | { readonly file: string; readonly mode: number; readonly bytes: number }
  | { readonly end: number };

const PIECE = 256 * 1024;
const LONGEST_LINE = 16 * 1024;

/** Where the entries of a packed tree go. */
export interface Unpacked {
  folder(path: string): Promise<void>;
  file(path: string, mode: number, content: AsyncIterable<Buffer>): Promise<void>;
}

/** Writes all files and folders below a folder, one after another. */
export async function packTree(folder: string, write: Write): Promise<void> {
  let entries = 0;
  const put = (entry: Entry) => write(Buffer.from(`${JSON.stringify(entry)}\n`));
  const walk = async (below: string): Promise<void> => {
    const found = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!entry.isDirectory() && !entry.isFile()) continue;
      entries += 1;
      if (entry.isFile()) await packFile(join(folder, path), path, put, write);
      else {
        await put({ folder: path });
        await walk(path);
      }
    }
  };
  await walk('');
  await put({ end: entries });
}

async function packFile(source: string, path: string, put: (entry: Entry) => Promise<void>, write: Write) {
  const { mode, size } = await stat(source);
  await put({ file: path, mode: mode & 0o777, bytes: size });
  const file = await open(source, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    for (let left = size; left > 0; ) {
      const { bytesRead } = await file.read(piece, 0, Math.min(PIECE, left));
      if (bytesRead === 0) throw new Error(`${source} has become shorter`);
      await write(piece.subarray(0, bytesRead));
      left -= bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Reads what `packTree` wrote, to its end. */
export async function unpackTree(content: AsyncIterable<Buffer>, to: Unpacked): Promise<void> {
  const pulled = new Pulled(content);
  for (let entries = 0; ; entries++) {
    const entry = JSON.parse((await pulled.line(LONGEST_LINE)).toString()) as Entry;
    if ('end' in entry) {
      if (entry.end !== entries || !(await pulled.isAtEnd())) throw notWhole();
      return;
    }
    if ('folder' in entry) await to.folder(within(entry.folder));
    else await to.file(within(entry.file), entry.mode, pulled.bytes(entry.bytes));
  }
}

/** Whoever made the file had the passphrase; all the same it is written nowhere else than where it was to go. */
function within(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0')))
    throw notWhole();
  return path;
}

function notWhole(): StartupError {
  return new StartupError(
    'What was sealed is not a whole backup. It was made by something else, or by a fault.',
  );
}
