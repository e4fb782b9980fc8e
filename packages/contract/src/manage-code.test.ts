import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatManageCode,
  MANAGE_CODE_ALPHABET,
  MANAGE_CODE_LENGTH,
  normalizeManageCode,
} from './manage-code.ts';

const code = fc.string({
  unit: fc.constantFrom(...MANAGE_CODE_ALPHABET),
  minLength: MANAGE_CODE_LENGTH,
  maxLength: MANAGE_CODE_LENGTH,
});

describe('a manage code', () => {
  it('is shown in four groups of five', () => {
    expect(formatManageCode('0123456789ABCDEFGHJK')).toBe('01234-56789-ABCDE-FGHJK');
  });

  it('is the same however a person writes it', () => {
    fc.assert(
      fc.property(code, (given) => {
        expect(normalizeManageCode(` ${formatManageCode(given).toLowerCase()}\n`)).toBe(given);
        const misread = given.replace(/0/g, 'o').replace(/1/g, 'l');
        expect(normalizeManageCode(misread)).toBe(given);
      }),
    );
  });
});
