import { setTimeout } from 'node:timers/promises';
import { formatQueryCode } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { type ConsoleBrowser, makeOperator, signedIn } from './support/console.ts';
import { post } from './support/post.ts';

/** What an operator sees of orders, money and machines. */

const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const REFUND_TO = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

let store: DeskStore;
let service: RunningService;
let browser: ConsoleBrowser;
/** One that is completed and one that is frozen. */
let done: Placed;
let frozen: Placed;

interface Placed {
  readonly no: string;
  readonly code: string;
  readonly address: string;
  readonly txid: string;
}

beforeAll(async () => {
  store = await createDeskStore(8);
  service = await startService(store.env);
  await makeOperator(store.database, 'sam', 'support');
  browser = await signedIn(store.database, service.url, 'sam');
  done = await placeAndPay({ client_order_id: 'cart =1' });
  frozen = await placeAndPay({}, 0.0001);
  await becomes(done.no, 4);
  await becomes(frozen.no, 7);
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

async function placeAndPay(wish: object, amount?: number): Promise<Placed> {
  const order = await post(service.url, '/openapi/order/place', {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: 0.05,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER }],
    refund_address: REFUND_TO,
    ...wish,
  });
  const paid = await post(service.url, '/testnet/pay', {
    query_code: order.query_code,
    ...(amount === undefined ? {} : { amount }),
  });
  const { no = '', query_code: code = '', address = '' } = order;
  return { no, code, address, txid: paid.txid ?? '' };
}

async function becomes(no: string, status: number): Promise<void> {
  for (;;) {
    for (const chain of ['Bitcoin', 'Ethereum']) await post(service.url, '/testnet/mine', { chain });
    const { rows } = await store.database.query('SELECT status FROM orders WHERE no = $1', [no]);
    if (rows[0]?.status === status) return;
    await setTimeout(BLOCK_PAUSE_MS);
  }
}

const find = async (text: string): Promise<[by: string, no: string][]> => {
  const { data } = await browser.get(`/orders/find?text=${encodeURIComponent(text)}`);
  return data.map(({ by, order }: { by: string; order: { no: string } }) => [by, order.no]);
};

describe('an order is found by', () => {
  it('its number, its code, its deposit address, its transactions, the id of its client', async () => {
    const { data } = await browser.get(`/order?no=${done.no}`);
    const payment = data.payments[0].txid as string;
    const ways: [text: string, by: string][] = [
      [done.no.toLowerCase(), 'order number'],
      [done.code.toLowerCase(), 'query code'],
      [done.code.replaceAll('-', ' '), 'query code'],
      [done.address, 'deposit address'],
      [done.txid, 'deposit transaction'],
      [done.txid.toUpperCase(), 'deposit transaction'],
      [payment, 'payment transaction'],
      ['cart =1', 'client order id'],
    ];
    for (const [text, by] of ways)
      expect({ text, found: await find(text) }).toEqual({ text, found: [[by, done.no]] });
  });

  it('where it pays to and back, newest first, however the address is written', async () => {
    const both = [frozen.no, done.no];
    for (const text of [RECEIVER, RECEIVER.toLowerCase()])
      expect(await find(text)).toEqual(both.map((no) => ['receiving address', no]));
    expect(await find(REFUND_TO)).toEqual(both.map((no) => ['refund address', no]));
  });

  it('the beginning of its number, and by nothing else: neither its end nor what a query could take for its own', async () => {
    expect((await find(done.no.slice(0, 7))).map(([, no]) => no)).toContain(done.no);
    for (const text of ['nope', '%', "' OR true --", done.no.slice(1)]) expect(await find(text)).toEqual([]);
  });
});

describe('the file of an order', () => {
  it('has everything: what was agreed, what came, what was paid with its bytes, and the books', async () => {
    const { data } = await browser.get(`/order?no=${done.no}`);
    expect(data.order).toMatchObject({
      no: done.no,
      query_code: formatQueryCode(done.code),
      client_order_id: 'cart =1',
    });
    expect(data.deposits[0]).toMatchObject({ txid: done.txid, state: 'confirmed', fate: 'exchange' });
    expect(data.deposits[0].amount.toString()).toBe('0.05');
    expect(data.payouts[0]).toMatchObject({ purpose: 'output', state: 'confirmed', address: RECEIVER });
    expect(data.payments[0].raw).toMatch(/^[0-9a-f]+$/);
    expect(data.history.map(({ to_status }: { to_status: unknown }) => String(to_status))).toEqual([
      '2',
      '3',
      '4',
    ]);
    // What was owed to the order has been given to it: nothing is left, in no asset.
    const left = new Map<string, bigint>();
    for (const { abbr, amount } of data.ledger) left.set(abbr, (left.get(abbr) ?? 0n) + amount.truncate(18));
    expect([...left]).toEqual([
      ['BTC', 0n],
      ['ETH', 0n],
    ]);
    expect(data.actions).toEqual([]);
  });

  it('of a frozen one says what can be done, and what that would do', async () => {
    const { data } = await browser.get(`/order?no=${frozen.no}`);
    expect(data.order).toMatchObject({ freeze_reason: 'LIMIT', refund_address: REFUND_TO });
    expect(data.actions).toContain('refund');
    const preview = await browser.post('/order/preview', { no: frozen.no, action: 'refund' });
    expect(preview.data).toMatchObject({ is_possible: true, why_not: '' });
    expect(preview.data.consequences[0]).toMatchObject({
      what: 'is given back',
      abbr: 'BTC',
      address: REFUND_TO,
    });
    const wrong = { no: frozen.no, action: 'refund', refund_address: RECEIVER };
    expect((await browser.post('/order/preview', wrong)).msg).toBe('invalid refund address');
  });

  it('remembers notes and acts, with who and when', async () => {
    await browser.post('/order/note', { no: frozen.no, text: 'the client wrote' });
    expect(await browser.post('/order/refund', { no: frozen.no, reason: 'as asked' })).toMatchObject({
      code: 0,
    });
    await becomes(frozen.no, 5);
    const { data } = await browser.get(`/order?no=${frozen.no}`);
    expect(data.notes).toMatchObject([{ operator: 'sam', text: 'the client wrote' }]);
    expect(data.acts.map(({ act }: { act: string }) => act)).toEqual(['order refund', 'order note']);
    const again = await browser.post('/order/refund', { no: frozen.no });
    expect(again.msg).toBe('the order is not frozen');
  });

  it('of an order that there is not is said not to be there', async () => {
    expect(await browser.get('/order?no=NOTHERE1')).toMatchObject({ code: 1, msg: 'order not found' });
  });
});

describe('the list of orders', () => {
  it('filters and goes on where the page before ended', async () => {
    const first = await browser.get('/orders?page_size=1');
    expect(first.data.orders.map(({ no }: Placed) => no)).toEqual([frozen.no]);
    const second = await browser.get(`/orders?page_size=1&cursor=${first.data.next}`);
    expect(second.data.orders.map(({ no }: Placed) => no)).toEqual([done.no]);
    const completed = await browser.get('/orders?status=4&chain=ethereum&abbr=eth&side=to');
    expect(completed.data.orders.map(({ no }: Placed) => no)).toEqual([done.no]);
    expect((await browser.get('/orders?chain=Ethereum&side=from')).data.orders).toEqual([]);
    for (const query of ['status=6', 'cursor=nonsense', 'created_start=2&created_end=1'])
      expect((await browser.get(`/orders?${query}`)).msg).toBe('Incorrect request parameters');
  });

  it('can be taken away as a table, in which nothing runs and no secret is', async () => {
    const { headers, text } = await browser.get('/orders/export?status=4');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('orders.csv');
    const [head, row, end] = text.split('\r\n');
    expect(head).toMatch(/^no,account,client_order_id,/);
    expect(row).toContain(`${done.no},anonymous,cart =1,`);
    expect(end).toBe('');
    expect(text).not.toContain(done.code);
  });
});

describe('profit and loss', () => {
  it('has the completed order, and is the same in all by whatever it is asked for', async () => {
    const read = async (by: string) => (await browser.get(`/profit?by=${by}`)).data;
    const { groups, total, parts, held } = await read('order');
    expect(parts.slice(0, 4)).toEqual(['fee', 'spread', 'commission', 'network']);
    expect(groups.map(({ names }: { names: string[] }) => names[1])).toContain(done.no);
    expect(held.length).toBeGreaterThan(0);
    for (const by of ['day', 'pair', 'venue']) {
      const other = await read(by);
      expect(String(other.total.result)).toBe(String(total.result));
    }
    expect((await browser.get('/profit?by=month')).msg).toBe('Parameter error');
    for (const query of ['by=day&from=2026-02-30', 'by=day&from=2026-02-02&to=2026-02-01'])
      expect((await browser.get(`/profit?${query}`)).msg).toBe('Incorrect request parameters');
  });

  it('can be taken away as CSV and as JSON lines, with every digit', async () => {
    const { headers, text } = await browser.get('/profit/csv?kind=order');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = '', ...rows] = text.trim().split('\r\n');
    expect(head).toBe('day,order,pair,part,place,coin,amount,value_usdt');
    const lines = (await browser.get('/profit/jsonl?kind=order')).text.trim().split('\n');
    expect(lines.map((line) => Object.values(JSON.parse(line)).join(','))).toEqual(rows);
    expect(rows.some((row) => row.includes(`,${done.no},`) && row.includes(',fee,'))).toBe(true);
    const held = (await browser.get('/profit/csv?kind=inventory')).text;
    expect(held).toMatch(/^place,coin,amount,cost_usdt,price_usdt,value_usdt,unrealised_usdt\r\n/);
    const { msg } = await browser.get('/profit/csv?kind=day&to=never');
    expect(msg).toBe('Incorrect request parameters');
  });
});

describe('the overview', () => {
  it('counts orders, treasuries against their targets, chains and whatever is wrong', async () => {
    const { data } = await browser.get('/overview');
    const count = (status: number) =>
      data.orders
        .find((each: { status: unknown }) => String(each.status) === String(status))
        .orders.toString();
    expect(count(4)).toBe('1');
    const bitcoin = data.treasury.find(({ chain }: { chain: string }) => chain === 'Bitcoin');
    expect(bitcoin).toMatchObject({ abbr: 'BTC' });
    // 100 that the test network was given, and what the two orders brought, less what was given back.
    expect(bitcoin.held.compare(bitcoin.free)).toBeGreaterThanOrEqual(0);
    expect(data.chains.map(({ chain }: { chain: string }) => chain)).toContain('Ethereum');
    expect(data.chains.every(({ is_simulated }: { is_simulated: boolean }) => is_simulated)).toBe(true);
    expect(data.prices.every(({ is_fresh }: { is_fresh: boolean }) => is_fresh)).toBe(true);
    expect(Number(data.checks)).toBeGreaterThan(20);
  });

  it.each([
    ['hour', 48],
    ['day', 30],
  ])('has figures for each %s, to the last digit', async (step, many) => {
    const { data } = await browser.get(`/overview/figures?step=${step}`);
    expect(data.steps).toHaveLength(many);
    const { rows } = await store.database.query<{ volume: string; fees: string }>(
      `SELECT trim_scale(o.received_units * o.price * 1e-8)::text AS volume,
              trim_scale(e.fee_units * e.price * 1e-18)::text AS fees
         FROM orders o JOIN order_entry e ON e.order_id = o.id WHERE o.no = $1`,
      [done.no],
    );
    const filled = data.steps.filter(({ completed }: { completed: unknown }) => String(completed) === '1');
    expect(filled).toHaveLength(1);
    expect(filled[0].volume.toString()).toBe(rows[0]?.volume);
    expect(filled[0].fees.toString()).toBe(rows[0]?.fees);
    expect(filled[0].margin.toString()).toBe(rows[0]?.fees);
    expect(String(data.latest.orders)).toBe('1');
    // Steps that are over are stored, and are the same when they are read again.
    const again = await browser.get(`/overview/figures?step=${step}`);
    expect(again.data.steps.slice(0, -1)).toEqual(data.steps.slice(0, -1));
  });
});

describe('a change of an asset', () => {
  it('is quoted before it is made', async () => {
    const exchange = {
      mode: 'float',
      from_chain: 'Ethereum',
      from_abbr: 'USDT',
      to_chain: 'TRON',
      to_abbr: 'USDT',
      quantity: 1000,
    };
    const change = { chain: 'TRON', abbr: 'USDT', float_fee_ppm: 20_000 };
    const { data } = await browser.post('/assets/preview', { change, exchange });
    expect([data.before.fee_ppm, data.after.fee_ppm].map(String)).toEqual(['5000', '20000']);
    expect([data.before.fee, data.after.fee].map(String)).toEqual(['5', '20']);
    expect(data.before.receives.truncate(6) - data.after.receives.truncate(6)).toBe(15_000_000n);
    const off = await browser.post('/assets/preview', {
      change: { ...change, recv: false },
      exchange,
    });
    expect(off.data.after.refusal).toBe('to assets disabled');
    const crossed = await browser.post('/assets/preview', {
      change: { ...change, min: 5, max: 4 },
      exchange,
    });
    expect(crossed.msg).toBe('the minimum must be above 0 and not above the maximum');
  });
});
