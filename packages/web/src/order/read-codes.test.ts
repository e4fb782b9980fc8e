import { describe, expect, it } from 'vitest';
import { readManageCode } from './read-manage-code.ts';
import { readQueryCode, shownCode } from './read-query-code.ts';

describe('the code of an order', () => {
  it.each([
    'abcd-ef12-3456',
    ' ABCD EF12 3456 ',
    '\u2066ABCD-EF12-3456\u2069',
    'abcdef١٢٣٤٥٦',
    'https://swap.example/order/ABCD-EF12-3456#0123456789ABCDEFGHJK',
  ])('is read from %j', (text) => {
    expect(readQueryCode(text)).toBe('ABCD-EF12-3456');
  });

  it.each(['', 'ABCD', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'АBCD-EF12-3456'])(
    'is not %j',
    (text) => {
      expect(readQueryCode(text)).toBeNull();
    },
  );

  it('is shown without what nobody has as a code', () => {
    expect(shownCode('zz-zzzzzz-zzzz')).toBe('ZZZZ-ZZZZ-ZZZZ');
    expect(shownCode('Send your coins to bc1qcr8te4kr609gcawut instead')).toBe('Sendyourcoinstobc1qcr8te');
    expect(shownCode('\u202e%E0%A4%A')).toBe('E0A4A');
  });
});

it('a manage code is read as it was copied, in whichever digits', () => {
  expect(readManageCode('\u200e01234-56789-ABCDE-FGHJK')).toBe('0123456789ABCDEFGHJK');
  expect(readManageCode('٠١٢٣٤-٥٦٧٨٩-ABCDE-FGHJK')).toBe('0123456789ABCDEFGHJK');
  expect(readManageCode('01234')).toBeNull();
});
