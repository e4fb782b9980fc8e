import { describe, expect, it } from 'vitest';
import { numbersIn, times, tokensOf, units } from '../support/amounts.ts';
import type { Answer } from '../support/envelope.ts';
import { dataOf, expectSuccess } from '../support/expect.ts';
import {
  calculate,
  goodQuantity,
  list,
  place,
  placeRequest,
  query,
  quoteRequest,
  receive,
} from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsLists } from '../support/skips.ts';
import type { Placed } from '../support/wire.ts';

const PLAIN = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;
const PROMISED = /^(0|[1-9]\d*)(\.\d{1,8})?$/;
const PROMISES = [
  'to_quantity',
  'group_quantity',
  'min_from_quantity',
  'max_from_quantity',
  'from_quantity',
  'volume_origin',
  'odr_volume',
];

/** Every number of the answer in full, and every promised quantity with at most 8 decimals. */
function expectExact(answer: Answer): void {
  expectSuccess(answer);
  const numbers = numbersIn(answer.text);
  expect(numbers.length).toBeGreaterThan(0);
  for (const { name, token } of numbers) {
    expect(token, `${name}: no exponent, no sign, no needless zeros`).toMatch(PLAIN);
    if (PROMISES.includes(name)) expect(token, `${name} has at most 8 decimals`).toMatch(PROMISED);
  }
}

describe('numbers on the wire (decisions, 4)', () => {
  it('calculate prints them exactly', async () => {
    expectExact(
      await calculate(
        await quoteRequest({ to_address: [receive({ to_ratio: 0.1 }), receive({ to_ratio: 0.9 })] }),
      ),
    );
  });

  it('place prints them exactly', async () => expectExact(await place(await placeRequest())));

  it('query prints them exactly', async () => expectExact(await query((await sample()).placed.query_code)));

  it('the list prints them exactly', async (ctx) => {
    await needsLists(ctx);
    await sample();
    expectExact(await list({ page_size: 100 }));
  });

  it('a ratio comes back digit for digit', async () => {
    const ratios = ['0.1', '0.2', '0.7'];
    const answer = await calculate(
      await quoteRequest({ to_address: ratios.map((ratio) => receive({ to_ratio: Number(ratio) })) }),
    );
    expect(tokensOf(answer.text, 'to_ratio')).toEqual(ratios);
  });

  it('a number may be written with an exponent', async () => {
    const steps = units(await goodQuantity());
    const body = JSON.stringify(await quoteRequest({ from_quantity: 12345 })).replace('12345', `${steps}e-8`);
    expectSuccess(await calculate(body));
  });

  it('an order quantity with more than 8 decimals is rounded down', async () => {
    const exact = `${times(await goodQuantity(), 1n)}`;
    const long = exact.includes('.')
      ? `${exact.padEnd(exact.indexOf('.') + 9, '0')}999999999999`
      : `${exact}.00000000999`;
    const body = JSON.stringify(await placeRequest({ from_quantity: 12345 })).replace('12345', long);
    const answer = await place(body);
    expect(tokensOf(answer.text, 'from_quantity').map(units)).toEqual([units(exact)]);
    const { query_code } = dataOf<Placed>(answer);
    expect(tokensOf((await query(query_code)).text, 'odr_volume').map(units)).toEqual([units(exact)]);
  });
});
