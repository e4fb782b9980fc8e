import { describe, expect, it } from 'vitest';
import type { Queryable } from './database.ts';
import { isCompared, timelineOf } from './timeline.ts';

/** A server that answers so. */
const server = (answer: () => Promise<unknown>) => ({ query: answer }) as unknown as Queryable;
const writes = (timeline: string) => server(async () => ({ rows: [{ timeline }] }));
const fails = (code: string) => server(async () => Promise.reject(Object.assign(new Error('no'), { code })));

describe('the history that a server writes', () => {
  it('cannot be asked everywhere: then nobody goes by it', async () => {
    for (const code of ['42501', '42883', '0A000']) {
      expect(await timelineOf(fails(code))).toBe('');
      expect(await isCompared(fails(code), ['00000001'])).toBe(true);
    }
  });

  it('is not unknown because a server is just being replaced', async () => {
    for (const code of ['57P01', '08006', '55000', '57014']) {
      await expect(timelineOf(fails(code))).rejects.toThrow('no');
      await expect(isCompared(fails(code), ['00000001'])).rejects.toThrow('no');
    }
  });

  it('was compared if some record was compared with it, whichever was heard of last', async () => {
    expect(await isCompared(writes('00000002'), ['00000001', '00000002', ''])).toBe(true);
    expect(await isCompared(writes('00000002'), ['00000001', ''])).toBe(false);
    expect(await isCompared(writes('00000002'), [''])).toBe(true);
    expect(await isCompared(writes('00000002'), [])).toBe(true);
  });
});
