import { beforeAll, describe, expect, test } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { insertKey, insertRefCode, setSetting, settled } from './support/keys.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { type Answer, get, type Key, post, type Sent, type Target, within } from './support/target.ts';

/**
 * A customer orders through an affiliate, who sees the order's query code in their list, as the interface says. The code lets
 * them, and whoever else has it, look at the order; nothing of it may move a coin.
 */

const LIST = '/openapi/order/list';
const CANCEL = '/openapi/order/cancel';
const RESOLVE = '/openapi/order/resolve';
const SOON_MS = 20_000;
const WRONG = 'manage_code is missing or wrong';

let target: Target;
let alice: Key;
let bob: Key;

interface Placed {
  readonly no: string;
  readonly query_code: string;
  readonly manage_code: string;
}

async function placeThroughBob(
  more: object,
  sent: Sent = { key: alice },
  [from, to] = ['Bitcoin/BTC', 'Ethereum/ETH'],
): Promise<Placed> {
  const body = placement(from, to);
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  const headers = { 'ref-code': 'friend' };
  return (await post(target.url, '/openapi/order/place', { ...body, ...more }, { ...sent, headers })).json
    .data;
}

/** As an affiliate finds it. */
async function listedCode(no: string): Promise<string> {
  const listed = await get(target.url, '/openapi/refcode/order/list?page_size=100', { key: bob });
  const { query_code } = listed.json.data.find((order: { order_no: string }) => order.order_no === no);
  return query_code;
}

const query = async ({ query_code }: Pick<Placed, 'query_code'>) =>
  (await get(target.url, `/openapi/order/query?query_code=${query_code}`)).json.data;

async function pay(order: Placed, more: object = {}): Promise<void> {
  const { query_code } = order;
  expect((await post(target.url, '/testnet/pay', { query_code, ...more })).json.code).toBe(0);
}

async function until(
  order: Placed,
  isSo: (shown: { status: number; surplus: { state: string }[] }) => boolean,
): Promise<void> {
  await within(
    SOON_MS,
    async () => {
      await post(target.url, '/testnet/mine', { chain: 'Bitcoin' });
      await post(target.url, '/testnet/mine', { chain: 'Ethereum' });
      return isSo(await query(order));
    },
    BLOCK_PAUSE_MS,
  );
}

/** Everyone who has the query code and did not place the order. */
const strangers = (): [string, Sent, object][] => [
  ['nobody', {}, {}],
  ['the affiliate, signed', { key: bob }, {}],
  ['somebody who guesses', {}, { manage_code: '0'.repeat(20) }],
  ['somebody who takes the query code for it', {}, { manage_code: 'query' }],
];

function expectForbidden({ status, json }: Answer): void {
  expect({ status, json }).toEqual({ status: 403, json: { code: 1, msg: WRONG } });
}

export function stolenDeposit(desk: () => Target): void {
  beforeAll(async () => {
    target = desk();
    const { database } = target.store;
    alice = await insertKey(target.store, 'alice');
    bob = await insertKey(target.store, 'bob');
    await insertRefCode(database, 'bob', 'friend', 100_000);
    await setSetting(database, 'rate_limit_per_minute', 1_000_000);
    await settled(target.url, database);
    await within(SOON_MS, async () => (await get(target.url, LIST, { key: bob })).status === 200);
  });

  describe('whoever has the query code', () => {
    test('cannot cancel the order, nor have it refunded to themselves when it froze', async () => {
      const home = newReceiver('Bitcoin');
      const order = await placeThroughBob({ refund_address: home });
      const query_code = await listedCode(order.no);
      for (const [, sent, more] of strangers())
        expectForbidden(await post(target.url, CANCEL, { query_code, ...more }, sent));
      expect((await query(order)).status).toBe(1);

      await pay(order, { amount: 0.0001 });
      await until(order, ({ status }) => status === 7);
      const refund_address = newReceiver('Bitcoin');
      for (const [, sent, more] of strangers())
        for (const action of ['refund', 'exchange'])
          expectForbidden(
            await post(target.url, RESOLVE, { query_code, action, refund_address, ...more }, sent),
          );
      expect(await query(order)).toMatchObject({ status: 7, resolution: '', refund_address: home });

      // Its client can, and it goes home.
      const wish = { query_code, manage_code: order.manage_code, action: 'refund' };
      expect((await post(target.url, RESOLVE, wish)).json.code).toBe(0);
      await until(order, ({ status }) => status === 5);
      expect((await query(order)).refund).toMatchObject([{ to_addr: home }]);
    });

    test('cannot name a refund address by sending a unit of another token', async () => {
      const order = await placeThroughBob({}, { key: alice }, ['Ethereum/ETH', 'Bitcoin/BTC']);
      const query_code = await listedCode(order.no);
      await pay(order, { amount: 500, asset: 'Ethereum:USDT' });
      await until(order, ({ surplus }) => surplus[0]?.state === 'open');
      const refund_address = newReceiver('Ethereum');
      for (const [, sent, more] of strangers())
        expectForbidden(
          await post(target.url, RESOLVE, { query_code, action: 'refund', refund_address, ...more }, sent),
        );
      expect(await query(order)).toMatchObject({ status: 1, refund_address: '' });
    });
  });

  describe('whoever placed the order', () => {
    test('has its manage code in the answer, and in the same answer again; nobody else has', async () => {
      const request = placement('Bitcoin/BTC', 'Ethereum/ETH');
      for (const entry of request.to_address) entry.to_address = newReceiver(entry.to_chain);
      const quote = await post(target.url, '/openapi/order/calculate', {
        ...request,
        exchange_mode: 'fixed',
      });
      const fixed = { ...request, exchange_mode: 'fixed', calc_id: quote.json.data.calc_id };
      const place = async (sent: Sent) =>
        (await post(target.url, '/openapi/order/place', fixed, sent)).json.data;
      const first = await place({ key: alice });
      expect(first.manage_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
      expect(first.status_url.endsWith(`#${first.manage_code}`)).toBe(true);
      expect(await place({ key: alice })).toEqual(first);
      // The calc id makes one order, whoever sends it: it is shown, but not handed over.
      for (const sent of [{}, { key: bob }]) {
        const again = await place(sent);
        expect(again.order_no).toBe(first.order_no);
        expect(JSON.stringify(again)).not.toContain(first.manage_code);
      }
    });

    test('manages it with a signature alone, as that account', async () => {
      const { query_code } = await placeThroughBob({});
      expect((await post(target.url, CANCEL, { query_code }, { key: alice })).json).toMatchObject({
        code: 0,
        data: { status: 9 },
      });
    });

    test('without a key needs the code, from the same address too', async () => {
      const order = await placeThroughBob({}, {});
      const { query_code, manage_code } = order;
      expectForbidden(await post(target.url, CANCEL, { query_code }));
      expect((await post(target.url, CANCEL, { query_code, manage_code })).json.code).toBe(0);
    });

    test('cannot change a refund address that is set: only an operator can', async () => {
      const home = newReceiver('Bitcoin');
      const order = await placeThroughBob({ refund_address: home });
      await pay(order, { amount: 0.0001 });
      await until(order, ({ status }) => status === 7);
      const wish = { ...order, action: 'refund', refund_address: newReceiver('Bitcoin') };
      expect((await post(target.url, RESOLVE, wish)).json.msg).toBe(
        'the refund address is set: only the operator can change it',
      );
      expect((await query(order)).refund_address).toBe(home);
      expect((await post(target.url, RESOLVE, { ...wish, refund_address: home })).json.code).toBe(0);
    });
  });

  test('no log, list or answer but that of placing has a manage code', async () => {
    const order = await placeThroughBob({});
    const shown = [
      JSON.stringify(await query(order)),
      JSON.stringify((await get(target.url, '/openapi/order/list?page_size=100', { key: alice })).json),
      JSON.stringify((await get(target.url, '/openapi/refcode/order/list?page_size=100', { key: bob })).json),
      target.service.output(),
    ];
    for (const text of shown) expect(text).not.toContain(order.manage_code);
    const { rows } = await target.store.database.query('SELECT o::text AS o FROM orders o WHERE no = $1', [
      order.no,
    ]);
    expect(rows[0].o).not.toContain(order.manage_code);
  });
}
