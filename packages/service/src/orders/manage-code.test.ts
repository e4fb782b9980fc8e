import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { deskKey } from '../secrets/desk-key.ts';
import { isPlacer, isSignedByPlacer, manageCodes } from './manage-code.ts';

const codes = manageCodes(deskKey(Buffer.alloc(32, 7)));
const order = fc.record({ no: fc.string({ maxLength: 8 }), queryCode: fc.string({ maxLength: 12 }) });

describe('a manage code', () => {
  it('is right for its order alone', () => {
    fc.assert(
      fc.property(order, order, (one, other) => {
        const code = codes.codeOf(one);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
        expect(codes.isRight(one, code)).toBe(true);
        const isSame = `${one.no}\n${one.queryCode}` === `${other.no}\n${other.queryCode}`;
        expect(codes.isRight(other, code)).toBe(isSame);
      }),
    );
  });

  it('is wrong if a letter of it is, or if it is anything else', () => {
    const one = { no: 'ORDER123', queryCode: 'ABCD1234WXYZ' };
    const code = codes.codeOf(one);
    for (let n = 0; n < code.length; n++) {
      const changed = `${code.slice(0, n)}${code[n] === '0' ? '1' : '0'}${code.slice(n + 1)}`;
      expect(codes.isRight(one, changed)).toBe(false);
    }
    for (const wrong of [undefined, '', code.slice(1), `${code}0`, one.queryCode, 'é'.repeat(20)])
      expect(codes.isRight(one, wrong)).toBe(false);
  });

  it('is another with another key', () => {
    const one = { no: 'ORDER123', queryCode: 'ABCD1234WXYZ' };
    const others = manageCodes(deskKey(Buffer.alloc(32, 8)));
    expect(others.isRight(one, codes.codeOf(one))).toBe(false);
  });
});

function caller(id: number, more: Partial<Caller> = {}): Caller {
  const fees = { float: null, fixed: null };
  return {
    account: { id, name: `a${id}`, ordersRollId: 0, referralRollId: 0, fees },
    key: null,
    scope: 'key:k',
    accountScope: `account:${id}`,
    mayList: true,
    isLimited: true,
    isSigned: true,
    nonce: 'n',
    ...more,
  };
}
const anonymous = (scope: string) => caller(0, { scope, isSigned: false, mayList: false });
const open = caller(0, { scope: 'open', isSigned: false, isLimited: false });
const placed = (accountId: number, by: string | null) => ({ no: 'A', queryCode: 'B', accountId, caller: by });

describe('who placed an order', () => {
  it.each([
    ['the account, with another of its keys', placed(3, 'key:other'), caller(3), true],
    ['another account', placed(3, 'key:k'), caller(4), false],
    ['nobody, of an order of an account', placed(3, 'key:k'), anonymous('ip:1'), false],
    ['the same address', placed(0, 'ip:1'), anonymous('ip:1'), true],
    ['another address', placed(0, 'ip:1'), anonymous('ip:2'), false],
    ['everyone in open mode', placed(0, null), open, true],
    ['nobody any more, of an order of open mode', placed(0, null), anonymous('ip:1'), false],
  ])('%s', (_who, order, who, expected) => {
    expect(isPlacer(order, who)).toBe(expected);
  });

  it('is known by a signature only where there is an account', () => {
    expect(isSignedByPlacer(placed(3, 'key:k'), caller(3))).toBe(true);
    expect(isSignedByPlacer(placed(3, 'key:k'), caller(4))).toBe(false);
    expect(isSignedByPlacer(placed(3, 'key:k'), caller(3, { isSigned: false }))).toBe(false);
    // A key of account 0 signs for everyone who has none.
    expect(isSignedByPlacer(placed(0, null), caller(0))).toBe(false);
    expect(isSignedByPlacer(placed(0, null), open)).toBe(false);
  });
});
