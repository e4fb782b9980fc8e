import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Decimal } from '../../contract/src/decimal.ts';
import { readJson } from './read-json.ts';
import { writeJson } from './write-json.ts';

it('reads amounts digit for digit, and counts and times as numbers', () => {
  const text = '{"code":0,"data":{"volume":123456789.123456789012345678,"status":4,"create_at":1700000000}}';
  expect(readJson(text)).toEqual({
    code: 0,
    data: { volume: '123456789.123456789012345678', status: 4, create_at: 1_700_000_000 },
  });
});

it('leaves text alone, whatever stands in it', () => {
  const value = { msg: 'a "quoted" 12.5 \\ \n', code: '0.10', txid: '123', status: '2026-01-01', none: null };
  expect(readJson(JSON.stringify(value))).toEqual(value);
});

it('writes out what came with an exponent', () => {
  const amounts = fc.tuple(
    fc.bigInt({ min: 0n, max: 10n ** 20n }),
    fc.stringMatching(/^[0-9]{0,12}$/),
    fc.integer({ min: -30, max: 30 }),
    fc.constantFrom('', '-'),
  );
  fc.assert(
    fc.property(amounts, ([whole, fraction, power, sign]) => {
      const token = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}e${power}`;
      const { volume } = readJson(`{"volume":${token}}`) as { volume: string };
      expect(volume).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
      expect(Decimal.parse(volume)?.compare(Decimal.parse(token) as Decimal)).toBe(0);
    }),
  );
});

it('refuses what is no JSON', () => {
  for (const text of ['', '<html>', '{"a":1', '{"a":1 2}', '{a:1}'])
    expect(() => readJson(text)).toThrow(SyntaxError);
});

it('reads every amount that is written, as it was', () => {
  const amounts = fc.stringMatching(/^(0|[1-9][0-9]{0,30})(\.[0-9]{1,18})?$/);
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(readJson(writeJson({ from_quantity: amount }))).toEqual({ from_quantity: amount });
    }),
  );
});
