import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventData } from './event-data.ts';

async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const left = [...chunks];
  const data: string[] = [];
  for await (const each of eventData(async () => left.shift() ?? null)) data.push(each);
  return data;
}

const encode = (text: string) => new TextEncoder().encode(text);
const STREAM =
  'retry: 1000\n\n:\n\nid: 1\ndata: {"ü":1}\n\nid: 2\r\ndata:two\r\ndata: lines\r\n\r\ndata: cut off';

it('reads the same however it is cut into pieces', async () => {
  const bytes = encode(STREAM);
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }));
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [...places.sort((a, b) => a - b), bytes.length];
      const chunks = ends.map((end, n) => bytes.slice(ends[n - 1] ?? 0, end));
      expect(await read(chunks)).toEqual(['{"ü":1}', 'two\nlines']);
    }),
  );
});
