import { beforeAll, expect, test } from 'vitest';
import { insertKey } from './support/keys.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { type Answer, get, type Key, post, type Sent, type Target, within } from './support/target.ts';

/** Somebody looks for the orders of others with what can be known of them, as often as they are let. */

const FIND = '/openapi/order/find';
const NOT_FOUND = { code: 1, msg: 'order not found' };
/** Ten, and what comes back of the allowance meanwhile. */
const MOST_TRIES = 14;

let target: Target;
let carol: Key;
let order: {
  readonly no: string;
  readonly query_code: string;
  readonly manage_code: string;
  readonly address: string;
};
let receiver: string;

const find = (fact: string, other: string, sent: Sent = {}) => post(target.url, FIND, { fact, other }, sent);

export function lostCodes(desk: () => Target): void {
  beforeAll(async () => {
    target = desk();
    carol = await insertKey(target.store, 'carol');
    await within(
      20_000,
      async () => (await get(target.url, '/openapi/order/list', { key: carol })).status === 200,
    );
    const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
    receiver = newReceiver('Ethereum');
    for (const entry of body.to_address) entry.to_address = receiver;
    order = (await post(target.url, '/openapi/order/place', body)).json.data;
  });

  test('ten tries a minute, then none for a while, right or wrong; all else goes on', async () => {
    const answers: Answer[] = [];
    while (answers.at(-1)?.status !== 429 && answers.length <= MOST_TRIES)
      answers.push(await find(order.address, newReceiver('Ethereum')));
    const refused = answers.pop() as Answer;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answers.length).toBeGreaterThanOrEqual(10);
    for (const { status, json } of answers) expect([status, json]).toEqual([200, NOT_FOUND]);
    expect((await find(order.address, receiver)).status).toBe(429);
    expect((await get(target.url, `/openapi/order/query?query_code=${order.query_code}`)).json.code).toBe(0);
  });

  test('what is given lets one read and nothing more, to others who ask meanwhile', async () => {
    const { json } = await find(order.address, receiver, { key: carol });
    expect(json).toEqual({ code: 0, msg: 'success', data: { query_code: order.query_code } });
    expect((await find(order.no, order.manage_code, { key: carol })).json.data).toEqual(json.data);
  });

  test('pages of other sites cannot have their visitors guess', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const asked = await fetch(target.url + FIND, { method: 'OPTIONS', headers });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    expect(asked.status).toBe(405);
  });

  test('tries are in the log and in the figures, without what was tried', async () => {
    const lines = target.service.output().split('\n');
    expect(lines.filter((line) => line.includes('order not found') && line.includes(FIND))).toHaveLength(1);
    for (const fact of [order.address, receiver, order.no])
      expect(target.service.output()).not.toContain(fact);
    const figures = await (await fetch(`${target.url}/metrics`)).text();
    const [, many] =
      /swapdesk_refusals_total\{[^}]*endpoint="find",message="order not found"[^}]*\} (\d+)/.exec(figures) ??
      [];
    expect(Number(many)).toBeGreaterThanOrEqual(10);
    expect(figures).toMatch(/swapdesk_refusals_total\{[^}]*endpoint="find",message="too many requests"/);
  });
}
