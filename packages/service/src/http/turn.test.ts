import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Arrived, Turn } from './turn.ts';

/** A request that notes what happens to it. */
function noted(notes: string[], name: string, answer: () => string | Promise<string>): Arrived {
  return {
    work: () => {
      notes.push(`${name} worked on`);
      return answer();
    },
    succeed: (text) => notes.push(`${name} answered ${text}`),
    fail: (error) => notes.push(`${name} failed: ${(error as Error).message}`),
  };
}

describe('requests of one turn', () => {
  it('are all worked on before the first is answered, in the order in which they came', async () => {
    const notes: string[] = [];
    const turn = new Turn();
    for (const name of ['a', 'b', 'c']) turn.add(noted(notes, name, () => name));
    expect(notes).toEqual([]);
    await nextTurn();
    expect(notes).toEqual([
      ...['a worked on', 'b worked on', 'c worked on'],
      ...['a answered a', 'b answered b', 'c answered c'],
    ]);
  });

  it('do not suffer from one that fails, at once or later, or whose answer cannot be sent', async () => {
    const notes: string[] = [];
    const turn = new Turn();
    const broken = () => {
      throw new Error('broken');
    };
    turn.add(noted(notes, 'a', broken));
    turn.add(noted(notes, 'b', async () => broken()));
    turn.add({ ...noted(notes, 'c', () => 'c'), succeed: broken });
    turn.add(noted(notes, 'd', async () => 'd'));
    await nextTurn();
    await nextTurn();
    expect(notes.filter((note) => !note.endsWith('worked on')).sort()).toEqual([
      ...['a failed: broken', 'b failed: broken', 'c failed: broken', 'd answered d'],
    ]);
  });

  it('that come while others are worked on have a turn of their own', async () => {
    const notes: string[] = [];
    const turn = new Turn();
    turn.add(
      noted(notes, 'a', () => {
        turn.add(noted(notes, 'b', () => 'b'));
        return 'a';
      }),
    );
    await nextTurn();
    await nextTurn();
    expect(notes).toEqual(['a worked on', 'a answered a', 'b worked on', 'b answered b']);
  });
});
