import fc from 'fast-check';
import { foldDeltas } from '../../../../packages/service/src/rolls/fold.ts';
import type { Database } from '../../../../packages/service/src/store/database.ts';
import type { Books } from './books.ts';

/** The commands of a run that changes the lists. */

export const STATUSES = [1, 2, 3, 4, 5, 7, 8, 9];
export const NOON = 1_800_000_000;

export type Step =
  | { readonly do: 'place'; readonly count: number; readonly who: number; readonly clock: number }
  | { readonly do: 'move'; readonly which: number; readonly status: number }
  | {
      readonly do: 'settle';
      readonly which: number;
      readonly commission: number;
      readonly settleStatus: number;
    }
  | { readonly do: 'fold' };

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      count: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 100, max: 300 })),
      who: fc.nat(),
      // Mostly on, sometimes not at all, sometimes back: clocks are set, and nodes differ.
      clock: fc.constantFrom(0, 0, 1, 1, 2, 60, -1, -5),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      which: fc.nat(),
      status: fc.constantFrom(...STATUSES),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which: fc.nat(),
      commission: fc.integer({ min: 0, max: 1_000_000_000 }),
      settleStatus: fc.constantFrom(1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'fold' as const }) },
);

export async function perform(
  database: Database,
  books: Books,
  names: readonly string[],
  codes: readonly string[],
  steps: readonly Step[],
): Promise<void> {
  const nos: string[] = [];
  let clock = NOON;
  for (const each of steps) {
    const no = 'which' in each ? nos[each.which % nos.length] : undefined;
    if (each.do === 'place') {
      clock += each.clock;
      const who = Array.from({ length: each.count }, (_, n) => ({
        // In turns or all of one, through every code and through none.
        account: names[(each.who % 2 === 0 ? each.who : each.who + n) % names.length] as string,
        code: codes[(each.who + n * 3) % (codes.length + 2)] ?? null,
      }));
      nos.push(...(await books.place(who, clock)));
    } else if (each.do === 'fold') await foldDeltas(database);
    else if (no === undefined) continue;
    else if (each.do === 'move') await books.move(no, each.status);
    else
      await books.settle(no, { commission: String(each.commission / 1e8), settleStatus: each.settleStatus });
  }
}
