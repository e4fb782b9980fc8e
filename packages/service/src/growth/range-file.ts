import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';

/** What a file of archived rows holds: a row a line, as JSON, compressed. */
export interface RangeContent {
  readonly rows: number;
  /** SHA-256 of the lines, before they are compressed. */
  readonly sha256: string;
}

const DRAFT = /^\.draft-(\d+)$/;

/** The name says what is in it: what has another content, as a store that was set back may write, has another name. */
export function rangeFileName(table: string, first: number, beyond: number, sha256: string): string {
  const number = (n: number) => String(n).padStart(12, '0');
  return `${table}-${number(first)}-${number(beyond)}-${sha256.slice(0, 16)}.jsonl.gz`;
}

/** Where a file is written before it has its name. */
export function draftOf(folder: string): string {
  return join(folder, `.draft-${process.pid}`);
}

/** What makers that were killed have left. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(DRAFT.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !isRunning(pid))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** Writes the lines, and returns once they are on the disk. */
export async function writeRangeFile(
  path: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<RangeContent> {
  const hash = createHash('sha256');
  let rows = 0;
  async function* text() {
    for await (const lines of batches) {
      if (lines.length === 0) continue;
      const chunk = `${lines.join('\n')}\n`;
      rows += lines.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(path, { mode: 0o600 }));
  await onDisk(path);
  return { rows, sha256: hash.digest('hex') };
}

/** A file, or the names in a folder, survive a crash of the machine from now on. */
export async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Its lines, some at a time; whoever wants to is told of the bytes that they come from. */
export async function* linesOf(
  path: string,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<readonly string[]> {
  const file = createReadStream(path);
  const content = file.pipe(createGunzip());
  file.on('error', (error) => content.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of content) {
    onChunk(chunk);
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() as string;
    yield lines;
  }
  if (rest !== '') throw new Error(`${path} ends in the midst of a line`);
}

/** Reads all of it, each line as JSON, and says what it holds. */
export async function readBackRange(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<RangeContent> {
  const hash = createHash('sha256');
  let rows = 0;
  const onChunk = (chunk: Buffer) => {
    hash.update(chunk);
    onBytes(chunk.length);
  };
  for await (const lines of linesOf(path, onChunk)) {
    for (const line of lines) JSON.parse(line);
    rows += lines.length;
  }
  return { rows, sha256: hash.digest('hex') };
}
