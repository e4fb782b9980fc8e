import { expect, it, vi } from 'vitest';
import { Live } from './live.ts';

interface Reader {
  readonly name: string;
  readonly heard: number[];
  isReady(): boolean;
}

const reader = (name: string): Reader => ({ name, heard: [], isReady: () => true });

it('what cannot be told to one is told to all others, and to that one as soon as it can be, each once', async () => {
  const errors: unknown[] = [];
  let canBeTold = false;
  const live = new Live<Reader, number, number>(
    {
      begin: () => 0,
      // A log of five events, which everybody reads.
      read: async (those) =>
        those.map(([, after]) => ({
          events: [1, 2, 3, 4, 5].filter((n) => n > after),
          next: 5,
          isAll: true,
        })),
      tell: ({ name, heard }, event) => {
        if (name === 'early' && event === 3 && !canBeTold) throw new Error('nobody knows that coin yet');
        heard.push(event);
      },
      placeAt: (event) => event,
    },
    (error) => void errors.push(error),
  );
  const [early, other] = [reader('early'), reader('other')];
  live.listen(early);
  live.listen(other);
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(1), 10_000);
  expect([early.heard, other.heard]).toEqual([
    [1, 2],
    [1, 2, 3, 4, 5],
  ]);
  canBeTold = true;
  await vi.waitFor(() => expect(early.heard).toHaveLength(5), 10_000);
  expect([early.heard, other.heard]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
  await live.stop();
});

it('while many are told much, whoever asks this process for something else is answered in between', async () => {
  let [turns, told] = [0, 0];
  let atFirst = 0;
  let isCounting = true;
  const count = () => {
    turns++;
    if (isCounting) setImmediate(count);
  };
  count();
  const live = new Live<Reader, number, number>(
    {
      begin: () => 0,
      read: async (those) =>
        those.map(([, after]) => ({ events: after === 0 ? [1] : [], next: 1, isAll: true })),
      tell() {
        if (told++ === 0) atFirst = turns;
        const end = performance.now() + 5;
        while (performance.now() < end) {}
      },
      placeAt: (event) => event,
    },
    () => {},
  );
  for (let n = 0; n < 40; n++) live.listen(reader(`reader ${n}`));
  await vi.waitFor(() => expect(told).toBe(40), 10_000);
  // Two hundred milliseconds of work, and no more than some ten in one piece.
  expect(turns - atFirst).toBeGreaterThanOrEqual(10);
  isCounting = false;
  await live.stop();
});
