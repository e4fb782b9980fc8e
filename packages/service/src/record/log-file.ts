import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { FIRST_HASH, fromLine, toLine } from './line.ts';

/** Where a line stands in the file. */
export interface LineSpan {
  readonly at: number;
  readonly length: number;
}

interface Waiting {
  readonly texts: readonly string[];
  written(places: readonly LineSpan[]): void;
  failed(error: unknown): void;
}

const CHUNK = 1 << 20;
const NEWLINE = 10;

/** A file to which lines are added and from which nothing is ever taken. What was added is on the disk. */
export class LogFile {
  readonly path: string;
  private readonly handle: FileHandle;
  private hash: string;
  private size: number;
  private waiting: Waiting[] = [];
  private writing: Promise<void> | null = null;
  private broken: unknown = null;

  private constructor(path: string, handle: FileHandle, hash: string, size: number) {
    this.path = path;
    this.handle = handle;
    this.hash = hash;
    this.size = size;
  }

  /**
   * Opens a log, which is made if it is not there, and reads all of it. A last line that was cut off by a crash is taken
   * away: nobody has acted on it. Any other that does not follow the one before was tampered with.
   */
  static async open(path: string, read: (text: string, place: LineSpan) => void): Promise<LogFile> {
    const { hash, size } = readLines(path, read);
    return new LogFile(path, await open(path, 'r+'), hash, size);
  }

  /** Adds lines. They are on the disk when this returns; those that come meanwhile go together. */
  append(texts: readonly string[]): Promise<readonly LineSpan[]> {
    return new Promise((written, failed) => {
      this.waiting.push({ texts, written, failed });
      this.writing ??= this.writeAll().finally(() => {
        this.writing = null;
      });
    });
  }

  /** The text of a line. */
  async read({ at, length }: LineSpan): Promise<string> {
    const bytes = Buffer.alloc(length);
    await this.handle.read(bytes, 0, length, at);
    return bytes.toString('utf8', FIRST_HASH.length + 1, length - 1);
  }

  async close(): Promise<void> {
    await this.writing;
    await this.handle.close();
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        const places = await this.write(batch.flatMap(({ texts }) => texts));
        for (const { texts, written } of batch) written(places.splice(0, texts.length));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
  }

  private async write(texts: readonly string[]): Promise<LineSpan[]> {
    if (this.broken !== null) throw this.broken;
    let { hash } = this;
    let at = this.size;
    const places: LineSpan[] = [];
    const parts: Buffer[] = [];
    for (const text of texts) {
      const next = toLine(hash, text);
      const part = Buffer.from(next.line, 'utf8');
      places.push({ at, length: part.length });
      parts.push(part);
      at += part.length;
      hash = next.hash;
    }
    await this.refuseOthers();
    await this.put(Buffer.concat(parts));
    this.hash = hash;
    this.size = at;
    return places;
  }

  /** A lock may not reach who shares the folder, as containers do. What they wrote is not written over. */
  private async refuseOthers(): Promise<void> {
    const { size } = await this.handle.stat();
    if (size === this.size) return;
    this.broken = new Error(
      `the record ${this.path} was written by another process. Each that signs needs a folder of its own: ` +
        'stop one of them, then start this one again.',
    );
    throw this.broken;
  }

  private async put(bytes: Buffer): Promise<void> {
    let isWritten = false;
    try {
      let done = 0;
      while (done < bytes.length) {
        done += (await this.handle.write(bytes, done, bytes.length - done, this.size + done)).bytesWritten;
      }
      isWritten = true;
      await this.handle.datasync();
    } catch (error) {
      const failed = new Error(`the record ${this.path} cannot be written: ${(error as Error).message}`, {
        cause: error,
      });
      // Half a line must not stand before the next one.
      const isCut = await this.handle.truncate(this.size).then(
        () => true,
        () => false,
      );
      // A full disk may have room again. After a failed sync nobody knows what is on the disk.
      if (isWritten || !isCut) this.broken = failed;
      throw failed;
    }
  }
}

function readLines(
  path: string,
  read: (text: string, place: LineSpan) => void,
): { hash: string; size: number } {
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const total = fstatSync(fd).size;
    let hash = FIRST_HASH;
    let size = 0;
    let number = 1;
    let rest = Buffer.alloc(0);
    for (let from = 0; from < total; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK, total - from));
      from += readSync(fd, chunk, 0, chunk.length, from);
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        const line = fromLine(hash, rest.toString('utf8', 0, end));
        if (line === null) {
          if (isNothing(rest)) break;
          throw damaged(path, number);
        }
        read(line.text, { at: size, length: end + 1 });
        hash = line.hash;
        size += end + 1;
        number++;
        rest = rest.subarray(end + 1);
      }
    }
    if (size < total) ftruncateSync(fd, size);
    fsyncSync(fd);
    syncFolder(dirname(path));
    return { hash, size };
  } finally {
    closeSync(fd);
  }
}

/** What a power cut leaves of lines that were never finished: zeros, up to the end. Whole lines behind them were finished. */
function isNothing(rest: Buffer): boolean {
  const zero = rest.indexOf(0);
  return zero >= 0 && !/^[0-9a-f]{32} .*$/m.test(rest.toString('latin1', zero));
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function damaged(path: string, line: number): StartupError {
  return new StartupError(
    `The signing record ${path} was changed or is damaged: line ${line} does not follow the one before. ` +
      'Nothing is signed with it. Put the right file back, or see docs/operators.md, "Backup and restore".',
  );
}
