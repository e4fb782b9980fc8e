import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { type Json, parseJson } from '../parse-json.ts';
import { CalculateRequest } from './calculate.ts';
import { PlaceRequest } from './place.ts';

const calculates = Compile(CalculateRequest);
const places = Compile(PlaceRequest);

function request(entries: string, changes = ''): Json {
  return parseJson(
    `{"exchange_mode":"float","from_abbr":"BTC","from_chain":"Bitcoin","from_quantity":1${changes},"to_address":${entries}}`,
  );
}

const B = '{"to_abbr":"ETH","to_chain":"Ethereum"}';
const A = '{"to_abbr":"ETH","to_chain":"Ethereum","to_address":"0x1","to_ratio":1,"to_group_ratio":1}';

describe('a request of the newer variant', () => {
  it('needs no ratio and no address to calculate, but an address to place', () => {
    expect(calculates.Check(request(`[${B}]`))).toBe(true);
    expect(places.Check(request(`[${B}]`))).toBe(false);
    expect(places.Check(request('[{"to_abbr":"ETH","to_chain":"Ethereum","to_address":"0x1"}]'))).toBe(true);
  });

  it.each([
    ['0', true],
    ['1', true],
    ['0.5', true],
    ['-0.1', false],
    ['1.00000001', false],
    ['"1"', false],
    ['null', false],
  ])('with a ratio of %s is well formed: %s', (ratio, expected) => {
    expect(calculates.Check(request(`[{"to_abbr":"ETH","to_chain":"Ethereum","to_ratio":${ratio}}]`))).toBe(
      expected,
    );
  });

  it('has one to five entries', () => {
    const list = (count: number) => `[${Array(count).fill(B).join(',')}]`;
    expect([0, 1, 5, 6].map((count) => calculates.Check(request(list(count))))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('may carry what is not known', () => {
    expect(calculates.Check(request(`[${B}]`, ',"colour":"red"'))).toBe(true);
  });
});

describe('a request of the older variant', () => {
  it('is complete in every entry', () => {
    expect(calculates.Check(request(`[${A}]`))).toBe(true);
    expect(calculates.Check(request(`[${A},${A}]`))).toBe(true);
  });

  it('is told by any group ratio, and then lacks what the others lack', () => {
    expect(calculates.Check(request(`[${A},${B}]`))).toBe(false);
    expect(calculates.Check(request(`[${B},${A}]`))).toBe(false);
  });

  it.each(['to_abbr', 'to_chain', 'to_address', 'to_ratio'])('needs %s', (field) => {
    const { [field]: _, ...rest } = JSON.parse(A);
    expect(calculates.Check(request(`[${JSON.stringify(rest)}]`))).toBe(false);
  });

  it.each([
    ['to_ratio', '0', false],
    ['to_group_ratio', '0', false],
    ['to_ratio', '0.0000000001', true],
    ['to_group_ratio', '1.1', false],
    ['to_group_ratio', 'null', false],
  ])('with %s %s is well formed: %s', (field, value, expected) => {
    const entry = A.replace(`"${field}":1`, `"${field}":${value}`);
    expect(calculates.Check(request(`[${entry}]`))).toBe(expected);
    expect(places.Check(request(`[${entry}]`))).toBe(expected);
  });
});

describe('the source of a request', () => {
  it.each([
    ['"exchange_mode":"float"', '"exchange_mode":"Float"'],
    ['"exchange_mode":"float"', '"exchange_mode":null'],
    ['"exchange_mode":"float",', ''],
    ['"from_quantity":1', '"from_quantity":"1"'],
    ['"from_quantity":1', '"from_quantity":0'],
    ['"from_quantity":1', '"from_quantity":0.000000009'],
    ['"from_quantity":1', '"from_quantity":-1'],
    ['"from_abbr":"BTC"', '"from_abbr":5'],
    ['"from_chain":"Bitcoin"', '"from_chain":["Bitcoin"]'],
  ])('is refused with %s as %s', (right, wrong) => {
    const good = `{"exchange_mode":"float","from_abbr":"BTC","from_chain":"Bitcoin","from_quantity":1,"to_address":[${B}]}`;
    expect(calculates.Check(parseJson(good))).toBe(true);
    expect(calculates.Check(parseJson(good.replace(right, wrong)))).toBe(false);
  });

  it('starts at 1e-8, in any spelling', () => {
    for (const spelling of ['1e-8', '0.00000001', '0.10E-7']) {
      const body = `{"exchange_mode":"fixed","from_abbr":"a","from_chain":"b","from_quantity":${spelling},"to_address":[${B}]}`;
      expect(calculates.Check(parseJson(body))).toBe(true);
    }
  });
});
