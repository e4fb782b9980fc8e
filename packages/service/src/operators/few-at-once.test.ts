import { describe, expect, it } from 'vitest';
import { TooManyRequests } from '../access/rate-limit.ts';
import { FewAtOnce } from './few-at-once.ts';

/** Tasks that end when they are told to, and what has become of them. */
function someTasks(places: FewAtOnce) {
  const ends = new Map<string, (fails?: boolean) => void>();
  const outcomes = new Map<string, string>();
  const start = (name: string) =>
    places
      .run(
        () =>
          new Promise<void>((resolve, reject) => {
            ends.set(name, (fails = false) => (fails ? reject(new Error(name)) : resolve()));
          }),
      )
      .then(
        () => outcomes.set(name, 'done'),
        (error) => outcomes.set(name, error instanceof TooManyRequests ? 'refused' : 'failed'),
      );
  const end = async (name: string, fails = false) => {
    ends.get(name)?.(fails);
    await settled();
  };
  return { start, end, begun: () => [...ends.keys()], outcomes };
}

/** Everything that needs no more than promises has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('few at once', () => {
  it('begin, some wait in their order, and the rest are refused without having begun', async () => {
    const tasks = someTasks(new FewAtOnce({ atOnce: 2, waiting: 2, retryAfterS: 1 }));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void tasks.start(name);
    await settled();
    expect(tasks.begun()).toEqual(['a', 'b']);
    expect(Object.fromEntries(tasks.outcomes)).toEqual({ e: 'refused', f: 'refused' });
    await tasks.end('b');
    expect(tasks.begun()).toEqual(['a', 'b', 'c']);
    await tasks.end('a');
    expect(tasks.begun()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go on after one that failed, and take others again when they are done', async () => {
    const tasks = someTasks(new FewAtOnce({ atOnce: 1, waiting: 1, retryAfterS: 1 }));
    void tasks.start('a');
    void tasks.start('b');
    await tasks.end('a', true);
    expect(tasks.begun()).toEqual(['a', 'b']);
    await tasks.end('b');
    void tasks.start('c');
    await tasks.end('c');
    expect(Object.fromEntries(tasks.outcomes)).toEqual({ a: 'failed', b: 'done', c: 'done' });
  });

  it('tell whoever is refused when to come back', async () => {
    const places = new FewAtOnce({ atOnce: 1, waiting: 0, retryAfterS: 7 });
    const tasks = someTasks(places);
    void tasks.start('a');
    const refused = places.run(async () => 'never');
    await expect(refused).rejects.toMatchObject({ retryAfterS: 7, reply: 'too many requests' });
  });
});
