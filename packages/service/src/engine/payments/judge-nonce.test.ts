import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeNonce, type KnownNonce } from './judge-nonce.ts';

/**
 * A nonce account in the world: who used it, each time, and how much of that is final. Values are numbered; the store has learned
 * one, and follows some of what is final.
 */
const histories = fc
  .record({
    users: fc.array(fc.constantFrom('ours', 'stranger', 'settled'), { maxLength: 6 }),
    final: fc.nat(6),
    newest: fc.nat(6),
    followed: fc.nat(6),
    learned: fc.nat(6),
    /** A payment of ours names the newest value, and no block has it. */
    isUnderWay: fc.boolean(),
  })
  .map(({ users, final, newest, followed, learned, isUnderWay }) => {
    const told = Math.min(final, users.length);
    const seen = Math.min(followed, told);
    return {
      users,
      told,
      newest: Math.min(Math.max(newest, told), users.length),
      // Nothing is learned but what is final, and follows what the store has followed.
      learned: Math.min(learned, seen),
      seen,
      isUnderWay,
    };
  });

describe('a nonce account', () => {
  it('is free only with the value that it holds, which nobody names; a stranger is never passed over', () => {
    fc.assert(
      fc.property(histories, ({ users, told, newest, learned, seen, isUnderWay }) => {
        const isNamed = (n: number) => users[n] === 'ours' || (n === users.length && isUnderWay);
        const isSettled = (n: number) => users[n] === 'settled' && n < seen;
        const use = (): KnownNonce['use'] => {
          if (isSettled(learned)) return 'used up';
          if (!isNamed(learned)) return 'none';
          return learned < seen ? 'used up' : 'under way';
        };
        const verdict = judgeNonce(
          { value: String(learned), use: use() },
          { final: String(told), newest: String(newest) },
          (value) => isNamed(Number(value)) || (Number(value) !== learned && isSettled(Number(value))),
        );
        if (verdict.is === 'free') {
          expect(verdict.value).toBe(String(told));
          expect([newest, isNamed(told)]).toEqual([told, false]);
        }
        if (verdict.is === 'unknown') expect(isNamed(Number(verdict.value))).toBe(false);
        // The store's own value was used by somebody of whom it knows nothing, for good.
        if (!isNamed(learned) && !isSettled(learned) && told > learned && !isNamed(told))
          expect(['unknown', 'busy']).toContain(verdict.is);
        if (users[learned] === 'stranger' && told > learned && users[told] === undefined && !isUnderWay)
          expect(verdict).toEqual({ is: 'unknown', value: String(learned) });
      }),
    );
  });

  const none = () => false;

  it('that is not there is to be opened, unless the store knows what it held', () => {
    const gone = { final: null, newest: null };
    expect(judgeNonce({ value: null, use: 'none' }, gone, none).is).toBe('closed');
    expect(judgeNonce({ value: 'a', use: 'none' }, gone, none).is).toBe('busy');
  });

  it('that is open, whoever opened it, is taken up', () => {
    const told = { final: 'a', newest: 'a' };
    expect(judgeNonce({ value: null, use: 'none' }, told, none)).toEqual({
      is: 'free',
      value: 'a',
      holds: 'a',
    });
    expect(judgeNonce({ value: null, use: 'none' }, told, (value) => value === 'a')).toEqual({
      is: 'busy',
      value: null,
      holds: 'a',
    });
  });

  it('has another value once what used it is final, and the chain says which', () => {
    const known = { value: 'a', use: 'used up' } as const;
    const isPast = (value: string) => value === 'a';
    expect(judgeNonce(known, { final: 'a', newest: 'b' }, isPast).is).toBe('busy');
    expect(judgeNonce(known, { final: 'b', newest: 'a' }, isPast).is).toBe('busy');
    expect(judgeNonce(known, { final: 'b', newest: 'b' }, isPast)).toEqual({
      is: 'free',
      value: 'b',
      holds: 'b',
    });
    expect(judgeNonce(known, { final: 'b', newest: 'c' }, isPast)).toEqual({
      is: 'unknown',
      value: 'b',
      holds: 'b',
    });
  });
});
