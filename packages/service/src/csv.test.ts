import { expect, it } from 'vitest';
import { csvRow } from './csv.ts';

it.each([
  [['BTC', '1.5'], 'BTC,1.5\r\n'],
  [['-0.000000000000000001', '-12'], '-0.000000000000000001,-12\r\n'],
  [['=1+1', '-1+1', '+1', '@x', '-'], "'=1+1,'-1+1,'+1,'@x,'-\r\n"],
  [['a,b', 'say "so"', 'two\nlines'], '"a,b","say ""so""","two\nlines"\r\n'],
])('%j is written so that any program reads just that', (values, line) => {
  expect(csvRow(values)).toBe(line);
});
