import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { times } from '../support/amounts.ts';
import { dataOf } from '../support/expect.ts';
import { type Fields, goodQuantity, place, placeRequest } from '../support/requests.ts';
import type { Placed } from '../support/wire.ts';

const placeWith = (key: string, body: Fields) => place(body, { headers: { 'idempotency-key': key } });
const otherQuantity = async () => ({ from_quantity: times(await goodQuantity(), 11n, 10n) });

describe('Idempotency-Key (decisions, 3)', () => {
  it('the same key and body answer with the same order', async () => {
    const [key, request] = [randomUUID(), await placeRequest()];
    const [first, again] = [await placeWith(key, request), await placeWith(key, request)];
    expect(dataOf<Placed>(again)).toEqual(dataOf<Placed>(first));
  });

  it('sent many times at once they make one order', async () => {
    const [key, request] = [randomUUID(), await placeRequest()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => placeWith(key, request)));
    expect(new Set(answers.map((answer) => dataOf<Placed>(answer).order_no)).size).toBe(1);
  });

  it('the same key and another body is 200, code 1', async () => {
    const key = randomUUID();
    dataOf<Placed>(await placeWith(key, await placeRequest()));
    const other = await placeWith(key, await placeRequest(await otherQuantity()));
    expect({ status: other.status, code: other.code }).toEqual({ status: 200, code: 1 });
    expect(Object.keys(other.fields)).not.toContain('data');
  });

  it('another key places another order', async () => {
    const request = await placeRequest();
    const orders = [
      dataOf<Placed>(await placeWith(randomUUID(), request)),
      dataOf<Placed>(await placeWith(randomUUID(), request)),
    ];
    expect(orders[0]?.order_no).not.toBe(orders[1]?.order_no);
  });

  it('without a key, the same body places another order', async () => {
    const request = await placeRequest();
    const orders = [dataOf<Placed>(await place(request)), dataOf<Placed>(await place(request))];
    expect(orders[0]?.order_no).not.toBe(orders[1]?.order_no);
  });
});

describe('client_order_id (decisions, 3)', () => {
  it('the same id and parameters answer with the same order', async () => {
    const request = await placeRequest({ client_order_id: randomUUID() });
    expect(dataOf<Placed>(await place(request))).toEqual(dataOf<Placed>(await place(request)));
  });

  it('the same id and other parameters is 200, code 1', async () => {
    const id = { client_order_id: randomUUID() };
    dataOf<Placed>(await place(await placeRequest(id)));
    const other = await place(await placeRequest({ ...id, ...(await otherQuantity()) }));
    expect({ status: other.status, code: other.code }).toEqual({ status: 200, code: 1 });
  });
});
