import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { volume } from '../../../../../test/support/volume.ts';
import { HEADER_BYTES, newSealKey, SealBroken, TAG_BYTES } from './seal.ts';
import { openSealed, readSealed, writeSealed } from './sealed-file.ts';
import { UNWATCHED } from './testing/small-desk.ts';

/** What was sealed comes back as it was, or not at all. */

const CHUNK = 32;
const SEALED_CHUNK = CHUNK + TAG_BYTES;
/** Guessing is not what is tried here. */
const COST = { logN: 1, chunkBytes: CHUNK };
const WORDS = 'a passphrase';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-seal-'));
  path = join(folder, 'sealed');
});
afterAll(() => rm(folder, { recursive: true }));

async function seal(pieces: readonly Uint8Array[], words = WORDS): Promise<Buffer> {
  await rm(path, { force: true });
  await writeSealed(path, await newSealKey(words, COST), async (write) => {
    for (const piece of pieces) await write(Buffer.from(piece));
  });
  return readFile(path);
}

async function opened(bytes: Uint8Array, words = WORDS): Promise<Buffer> {
  await writeFile(path, bytes);
  const pieces = [];
  for await (const piece of readSealed(path, await openSealed(path, words), UNWATCHED)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const refused = (bytes: Uint8Array) => expect(opened(bytes)).rejects.toThrow(SealBroken);
const chunk = (sealed: Buffer, number: number) =>
  sealed.subarray(HEADER_BYTES + number * SEALED_CHUNK, HEADER_BYTES + (number + 1) * SEALED_CHUNK);
const head = (sealed: Buffer) => sealed.subarray(0, HEADER_BYTES);
const content = (bytes: number, fill = 0) =>
  Buffer.from(Array.from({ length: bytes }, (_, n) => (n + fill) % 251));

it('gives back any content, of any size around the borders of chunks, written in any pieces', async () => {
  const sizes = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, 2 * CHUNK + 1, 5 * CHUNK];
  for (const size of sizes) expect(await opened(await seal([content(size)]))).toEqual(content(size));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3 * CHUNK }), { maxLength: 6 }), async (pieces) => {
      expect(await opened(await seal(pieces))).toEqual(Buffer.concat(pieces));
    }),
    { numRuns: volume(50, 2_000) },
  );
});

it('refuses it with any single byte changed', async () => {
  const sealed = await seal([content(2 * CHUNK + 5)]);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ (1 << (at % 8));
    await refused(changed);
  }
});

it('refuses it cut off anywhere, or with anything behind it', async () => {
  for (const size of [3 * CHUNK, 2 * CHUNK + 5]) {
    const sealed = await seal([content(size)]);
    for (let end = 0; end < sealed.length; end++) await refused(sealed.subarray(0, end));
    for (const more of [1, TAG_BYTES, SEALED_CHUNK])
      await refused(Buffer.concat([sealed, sealed.subarray(-more)]));
  }
  const cut = (await seal([content(3 * CHUNK)])).subarray(0, HEADER_BYTES + 2 * SEALED_CHUNK);
  await expect(opened(cut)).rejects.toThrow('ends too early');
});

it('refuses chunks in another order, left out, twice, or of another backup with the same passphrase', async () => {
  const one = await seal([content(4 * CHUNK)]);
  const other = await seal([content(4 * CHUNK, 7)]);
  const mixed = (...chunks: Buffer[]) => refused(Buffer.concat([head(one), ...chunks]));
  const [a, b, c, d] = [0, 1, 2, 3].map((number) => chunk(one, number)) as [Buffer, Buffer, Buffer, Buffer];
  expect(await opened(Buffer.concat([head(one), a, b, c, d]))).toEqual(content(4 * CHUNK));
  await mixed(b, a, c, d);
  await mixed(a, c, d);
  await mixed(a, b, b, d);
  await mixed(a, b, chunk(other, 2), d);
  await mixed(a, b, c, chunk(other, 3));
  await refused(Buffer.concat([head(other), a, b, c, d]));
});

it('says that the passphrase is wrong; letters count however they were composed', async () => {
  const sealed = await seal([content(5)], 'Schl\u00fcssel');
  await expect(opened(sealed, 'Schluessel')).rejects.toThrow('The passphrase is wrong');
  expect(await opened(sealed, 'Schlu\u0308ssel')).toEqual(content(5));
});
