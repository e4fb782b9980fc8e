import { open } from 'node:fs/promises';
import type { Under } from './progress.ts';
import { type BackupSeal, HEADER_BYTES, openChunk, openSealKey, sealChunk, TAG_BYTES } from './seal.ts';

/** Takes bytes in pieces of any size. */
export type Write = (bytes: Buffer) => Promise<void>;

/** Writes a new sealed file of all that `fill` writes; it is on disk when this returns. */
export async function writeSealed(
  path: string,
  seal: BackupSeal,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(seal.header);
    let held = Buffer.alloc(0);
    let number = 0;
    const put = async (content: Buffer, isLast: boolean) =>
      file.writeFile(sealChunk(seal, number++, isLast, content));
    await fill(async (bytes) => {
      held = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
      // A full chunk is kept until something follows: it may be the last.
      while (held.length > seal.chunkBytes) {
        await put(held.subarray(0, seal.chunkBytes), false);
        held = held.subarray(seal.chunkBytes);
      }
    });
    await put(held, true);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The key of a sealed file. */
export async function openSealed(path: string, passphrase: string): Promise<BackupSeal> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    return await openSealKey(passphrase, header.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** What was sealed, chunk by chunk, each seen to be whole and in its place before it is given. */
export async function* readSealed(
  path: string,
  seal: BackupSeal,
  { progress, signal }: Under,
): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    const size = seal.chunkBytes + TAG_BYTES;
    const end = (await file.stat()).size;
    for (let number = 0, at = HEADER_BYTES; ; number++, at += size) {
      signal.throwIfAborted();
      const sealed = Buffer.alloc(Math.max(0, Math.min(size, end - at)));
      const { bytesRead } = await file.read(sealed, 0, sealed.length, at);
      yield openChunk(seal, number, at + size >= end, sealed.subarray(0, bytesRead));
      progress.add(bytesRead);
      if (at + size >= end) return;
    }
  } finally {
    await file.close();
  }
}
