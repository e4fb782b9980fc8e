import { expect, it } from 'vitest';
import { writeJson } from './write-json.ts';

it('writes amounts as numbers, whichever way they are said', () => {
  const library = { toFixed: () => '123456789.12345678' };
  const said = ['0.10', 0.1, 12n, library, 1e-7];
  expect(said.map((from_quantity) => writeJson({ from_quantity }))).toEqual([
    '{"from_quantity":0.10}',
    '{"from_quantity":0.1}',
    '{"from_quantity":12}',
    '{"from_quantity":123456789.12345678}',
    '{"from_quantity":1e-7}',
  ]);
});

it('writes everything else as JSON does, and leaves out what is undefined', () => {
  const value = { a: ['x"y', 1, true, null], calc_id: undefined, to_address: [{ to_ratio: '0.5' }], b: {} };
  expect(writeJson(value)).toBe('{"a":["x\\"y",1,true,null],"to_address":[{"to_ratio":0.5}],"b":{}}');
});

it('refuses what is no amount: nothing else gets between the digits', () => {
  for (const from_quantity of [
    '',
    ' 1',
    '1,5',
    '0x10',
    '01',
    '.5',
    '1}',
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])
    expect(() => writeJson({ from_quantity })).toThrow(TypeError);
});
