import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDeskStore, type DeskStore } from '../../../test/support/desk-store.ts';
import { runHere } from '../../../test/support/run-here.ts';
import { type RunningService, startService } from '../../../test/support/service.ts';
import { SwapdeskClient } from './client.ts';
import { NetworkError } from './network-error.ts';
import { SwapdeskError } from './swapdesk-error.ts';
import { verifyWebhook } from './webhook.ts';
import type { AccountEvent, OrderEvent } from './wire/answers.ts';
import { ORDER_STATUS } from './wire/statuses.ts';

/** Every method, against a service that asks for signatures. */

const RECEIVER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const SENDER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const DIGITS = '0.05000001';

let store: DeskStore;
let service: RunningService;
let client: SwapdeskClient;
let stranger: SwapdeskClient;
beforeAll(async () => {
  store = await createDeskStore();
  const { output } = await runHere(['key', 'create', '--account', 'shop'], { ...store.env });
  const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(output)?.[1];
  await runHere(['setting', 'set', 'webhook_loopback', '1'], { ...store.env });
  service = await startService(store.env);
  const { url } = service;
  client = new SwapdeskClient({
    url: `${url}/`,
    key: field('key'),
    secret: field('secret'),
    fetch: overheard,
  });
  stranger = new SwapdeskClient({ url });
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

/** What was asked for. */
const asked = new Set<string>();
const overheard: typeof fetch = (input, init) => {
  asked.add(`${init?.method} ${new URL(String(input)).pathname}`);
  return fetch(input, init);
};

const quote = (exchange_mode: 'float' | 'fixed' = 'float', from_quantity = DIGITS) => ({
  exchange_mode,
  from_chain: 'Bitcoin',
  from_abbr: 'BTC',
  from_quantity,
  to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER }],
});

/** What an order is told of until it is in the status. */
async function eventsUntil(status: number, queryCode: string, after = 0): Promise<OrderEvent[]> {
  const seen: OrderEvent[] = [];
  for await (const event of client.events(queryCode, { after })) {
    seen.push(event);
    if (event.status === status) break;
  }
  return seen;
}

it('tells what the service is, has and asks for', async () => {
  const [info, assets, prices] = await Promise.all([client.service(), client.assets(), client.prices()]);
  expect(info).toMatchObject({ network: 'test', is_simulated: true, quote_lifetime: 30, float_fee: '0.005' });
  expect(assets.find(({ chain, abbr }) => chain === 'Bitcoin' && abbr === 'BTC')).toMatchObject({
    decimal: 8,
  });
  expect(prices.find(({ abbr }) => abbr === 'BTC')?.price).toMatch(/^\d+(\.\d+)?$/);
});

it('says whether an address can be used', async () => {
  const asset = { chain: 'Ethereum', abbr: 'ETH' };
  expect(await client.validateAddress({ ...asset, address: RECEIVER })).toEqual({
    valid: true,
    reason: '',
    fault: '',
    chains: [],
  });
  expect(await client.validateAddress({ ...asset, address: SENDER })).toMatchObject({
    valid: false,
    fault: 'FORM',
    chains: ['Bitcoin'],
  });
});

it('leads back to an order by two facts of it, and to none by one', async () => {
  const { no, address, query_code } = await client.place(quote());
  expect(await client.find({ fact: address, other: no })).toBe(query_code);
  await expect(client.find({ fact: address, other: address })).rejects.toThrow('order not found');
  expect(await client.durations()).toEqual([]);
});

it('places what was quoted, and follows it to its end', async () => {
  const { calc_id, to } = await client.calculate(quote('fixed'));
  const placed = await client.place({ ...quote('fixed'), calc_id, refund_address: SENDER });
  expect(placed.from_quantity).toBe(DIGITS);
  expect(placed.to[0]?.to_quantity).toBe(to[0]?.to_quantity);
  const { txid } = await client.testnet.pay({ query_code: placed.query_code });
  const events = await eventsUntil(ORDER_STATUS.completed, placed.query_code);
  expect(events.map(({ number }) => number)).toEqual(events.map((_, n) => n + 1));
  expect(events.find(({ type }) => type === 'deposit.confirmed')).toMatchObject({ txid, volume: DIGITS });
  const order = await client.query(placed.query_code);
  expect(order).toMatchObject({ status: ORDER_STATUS.completed, odr_volume: DIGITS, rel_volume: DIGITS });
  expect(order.children[0]?.output).toHaveLength(1);
  expect(await eventsUntil(ORDER_STATUS.completed, placed.query_code, 2)).toEqual(events.slice(2));
});

it('makes one order of one idempotency key, and two of two', async () => {
  const [first, again, other] = await Promise.all([
    client.place(quote(), { idempotencyKey: 'one' }),
    client.place(quote(), { idempotencyKey: 'one' }),
    client.place(quote()),
  ]);
  expect(again.no).toBe(first.no);
  expect(other.no).not.toBe(first.no);
});

it('cancels and lists', async () => {
  const { query_code, no } = await client.place(quote());
  expect(await client.cancel({ query_code })).toEqual({ no, status: ORDER_STATUS.abandoned });
  const page = await client.list({ status: ORDER_STATUS.abandoned, page_size: 1 });
  expect(page.data[0]).toMatchObject({ no, odr_volume: DIGITS });
  expect(page.total).toBe(1);
  expect(await client.referralList({ page: 1 })).toMatchObject({ total: 0, total_commission: '0', data: [] });
});

it('lets whoever has the manage code decide about an order that is not as agreed', async () => {
  const { calc_id } = await stranger.calculate(quote('fixed'));
  const { query_code, manage_code } = await stranger.place({ ...quote('fixed'), calc_id });
  await stranger.testnet.pay({ query_code, amount: '0.04' });
  await eventsUntil(ORDER_STATUS.frozen, query_code);
  const decision = { query_code, action: 'refund', refund_address: SENDER } as const;
  await expect(stranger.resolve(decision)).rejects.toMatchObject({ status: 403, code: 1 });
  await client.resolve({ ...decision, manage_code });
  await eventsUntil(ORDER_STATUS.refunded, query_code);
  expect((await stranger.query(query_code)).refund[0]).toMatchObject({ to_addr: SENDER });
});

it('does to simulated networks what real ones do', async () => {
  const [{ height } = { height: 0 }] = await client.testnet.mine({ chain: 'Litecoin', blocks: 2 });
  const tip = await client.testnet.reorg({ chain: 'Litecoin', depth: 1 });
  expect(tip).toMatchObject({ chain: 'Litecoin', height: expect.any(Number) });
  expect(tip.height).toBeGreaterThanOrEqual(height);
  const gone = client.testnet.drop({ chain: 'Bitcoin', txid: 'ab'.repeat(32) });
  await expect(gone).rejects.toThrow('transaction not found');
});

it('throws what the service says, with the limits of quantities', async () => {
  const error = await client.calculate(quote('float', '0.00000001')).catch((thrown: unknown) => thrown);
  if (!(error instanceof SwapdeskError) || !error.is('from quantity too small')) throw error;
  expect(error).toMatchObject({ status: 200, code: 1, requestId: expect.any(String) });
  const { min_from_quantity, max_from_quantity } = error.limits;
  expect([min_from_quantity, max_from_quantity]).toEqual([expect.any(String), expect.any(String)]);
  await expect(client.calculate(quote('float', max_from_quantity))).resolves.toBeDefined();

  const unknown = await client.query('AAAA-AAAA-AAAA').catch((thrown: unknown) => thrown);
  expect(unknown).toMatchObject({ message: 'order not found', limits: null, detail: null });
  await expect(client.list({ page_size: 101 })).rejects.toMatchObject({
    message: 'Parameter error',
    status: 400,
    detail: expect.stringContaining('page_size'),
  });
  await expect(stranger.list()).rejects.toMatchObject({ message: 'an API key is required', status: 401 });
  await expect(eventsUntil(ORDER_STATUS.completed, 'AAAA-AAAA-AAAA')).rejects.toThrow('order not found');
});

it('sends nothing that is no amount, and signs with a key that is whole', async () => {
  await expect(client.calculate(quote('float', '1,5'))).rejects.toThrow(TypeError);
  expect(() => new SwapdeskClient({ url: service.url, key: 'k' })).toThrow('key and secret go together');
});

it('tells a host that is no desk from a refusal', async () => {
  const elsewhere = new SwapdeskClient({ url: `${service.url}/docs`, retries: 0 });
  await expect(elsewhere.query('AAAA-AAAA-AAAA')).rejects.toThrow('no such route');
  const nobody = new SwapdeskClient({ url: 'http://127.0.0.1:1', retries: 0 });
  await expect(nobody.query('AAAA-AAAA-AAAA')).rejects.toThrow(NetworkError);
});

it('reads the log of the account, and follows it from any number', async () => {
  const page = await client.accountEvents({ limit: 2 });
  expect(page.data.map(({ account_number }) => account_number)).toEqual([1, 2]);
  expect(page.next).toBe(2);
  expect(page.paused_webhooks).toBe(0);
  const read = [...page.data];
  for await (const event of client.followAccount({ after: page.next })) {
    read.push(event);
    if (event.account_number === page.last) break;
  }
  expect(read.map(({ account_number }) => account_number)).toEqual(
    Array.from({ length: page.last }, (_, n) => n + 1),
  );
  expect((await client.accountEvents({ after: 0, limit: page.last })).data).toEqual(read);
  await expect(stranger.accountEvents()).rejects.toThrow(SwapdeskError);
});

it('tells all that is wrong with a quote at once, with the limits of both sides', async () => {
  const tooSmall = await client
    .calculate(quote('float', '0.00000001'))
    .catch((error: SwapdeskError) => error);
  expect(tooSmall).toBeInstanceOf(SwapdeskError);
  const { errors, limits } = tooSmall as SwapdeskError<'from quantity too small'>;
  expect(errors).toMatchObject([
    { code: 'FROM_QUANTITY_TOO_SMALL', field: 'from_quantity', min_from_quantity: limits.min_from_quantity },
  ]);
  expect(errors[0]?.to?.[0]?.min_to_quantity).toMatch(/^\d+(\.\d+)?$/);
  const unknown = { to_chain: 'Ethereum', to_abbr: 'NONE', to_ratio: 0.5 };
  const both = { ...quote(), from_abbr: 'NONE', to_address: [unknown, { ...unknown, to_abbr: 'NEITHER' }] };
  const refused = (await client.calculate(both).catch((error: SwapdeskError) => error)) as SwapdeskError;
  expect(refused.message).toBe('from assets not found');
  expect(refused.errors.map(({ code, field }) => [code, field])).toEqual([
    ['FROM_ASSET_NOT_FOUND', 'from_abbr'],
    ['TO_ASSET_NOT_FOUND', 'to_address.0.to_abbr'],
    ['TO_ASSET_NOT_FOUND', 'to_address.1.to_abbr'],
  ]);
});

it('quotes by what is to be received', async () => {
  const { from_quantity: _, ...wanted } = quote();
  const asked = () => client.calculate({ ...wanted, to_quantity: '0.5' });
  // What the network costs and what the treasury has may change between two quotes: compared are those of one moment.
  await vi.waitFor(
    async () => {
      const before = await asked();
      const forward = await client.calculate({ ...wanted, from_quantity: before.from_quantity as string });
      expect(await asked()).toMatchObject({ from_quantity: before.from_quantity, to: before.to });
      expect(Number(before.to[0]?.to_quantity)).toBeGreaterThanOrEqual(0.5);
      expect(forward.to).toEqual(before.to);
    },
    { timeout: 30_000 },
  );
});

it('has what happens sent to a URL of its own, and believes what is signed', async () => {
  const heard: AccountEvent[] = [];
  let secret = '';
  const server = createServer(async (request, response) => {
    const { payload } = await verifyWebhook<AccountEvent>(secret, await text(request), request.headers);
    heard.push(payload);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?shop=1`;
  const { last } = await client.accountEvents();
  const made = await client.webhooks.create({ url, types: ['order.status'] });
  expect(made).toMatchObject({
    url,
    types: ['order.status'],
    position: last,
    waiting: 0,
    paused_at: 0,
    paused_why: '',
  });
  secret = made.secret;
  const { id } = made;
  expect(await client.webhooks.test(id)).toMatchObject({ account_number: 0, http_status: 204, error: '' });
  expect(heard.splice(0)).toMatchObject([{ type: 'webhook.test' }]);
  expect((await client.webhooks.pause(id)).paused_why).toBe('asked');
  const { query_code } = await client.place(quote());
  await client.cancel({ query_code });
  const rotated = await client.webhooks.rotate({ id, overlap_s: 60 });
  expect(rotated.secret).not.toBe(secret);
  expect((await client.webhooks.resume(id)).paused_why).toBe('');
  const arrived = async (many: number) => {
    while (heard.length < many) await new Promise((done) => setTimeout(done, 20));
  };
  await arrived(1);
  secret = rotated.secret;
  await client.webhooks.resend({ id, after: last });
  await arrived(2);
  const page = await client.accountEvents({ after: last });
  expect(page.data[0]).toMatchObject({
    type: 'webhook.paused',
    webhook_id: id,
    reason: 'asked',
    order_no: '',
  });
  expect(heard).toEqual([page.data[1], page.data[1]]);
  while ((await client.webhooks.attempts({ id })).length < 3)
    await new Promise((done) => setTimeout(done, 20));
  expect((await client.webhooks.attempts({ id, limit: 1 }))[0]).toMatchObject({
    account_number: last + 2,
    http_status: 204,
    next_at: 0,
  });
  expect((await client.webhooks.change({ id, types: [] })).types).toEqual([]);
  await expect(client.webhooks.change({ id, url: 'https://10.0.0.1/' })).rejects.toThrow('public address');
  expect(await client.webhooks.list()).toMatchObject([{ id, url, position: last + 2 }]);
  await client.webhooks.remove(id);
  expect(await client.webhooks.list()).toEqual([]);
  await expect(client.webhooks.pause(id)).rejects.toThrow('webhook not found');
  await expect(stranger.webhooks.list()).rejects.toThrow('an API key is required');
  server.close();
  server.closeAllConnections();
});

it('tells what the account has earned, and a month of it', async () => {
  await runHere(['refcode', 'create', 'friend', '--account', 'shop', '--rate', '20%'], { ...store.env });
  expect(await client.affiliate()).toMatchObject({
    orders: 0,
    earned: '0',
    due: '0',
    due_orders: 0,
    on_its_way: '0',
    settled: '0',
    codes: [{ code: 'friend', commission_rate: '0.2', orders: 0, revoked_at: 0 }],
    settlements: [],
  });
  // Clocks go back in it: it has an hour more.
  const october = await client.affiliateStatement({ month: '2026-10', zone: 'Europe/Berlin' });
  expect(october).toMatchObject({ orders: 0, commission: '0', lines: [], next: '' });
  expect(october.ends - october.begins).toBe((31 * 24 + 1) * 3_600);
  for (const wrong of [
    { month: '2026-13' },
    { month: '2026-11', zone: 'Nowhere' },
    { month: '2026-11', after: 'X' },
  ])
    await expect(client.affiliateStatement(wrong)).rejects.toThrow('Incorrect request parameters');
  await expect(stranger.affiliate()).rejects.toThrow('an API key is required');
});

it('names where commissions are paid: that waits, is told in the log, and is taken back', async () => {
  const { last } = await client.accountEvents();
  expect(await client.payoutAddress()).toEqual({});
  const wish = { chain: 'Ethereum', abbr: 'USDT', address: RECEIVER };
  const { waiting, current } = await client.namePayoutAddress(wish);
  expect([waiting, current]).toMatchObject([wish, undefined]);
  expect(Number(waiting?.effective_at) - Number(waiting?.named_at)).toBe(3 * 86_400);
  expect(await client.payoutAddress()).toEqual({ waiting });
  await expect(client.namePayoutAddress({ ...wish, address: 'nobody' })).rejects.toThrow(
    'invalid to address',
  );
  await expect(stranger.namePayoutAddress(wish)).rejects.toThrow('an API key is required');
  expect(await client.undoPayoutAddress()).toEqual({});
  await expect(client.undoPayoutAddress()).rejects.toThrow('no payout address waits');
  const told: AccountEvent[] = [];
  for await (const event of client.followAccount({ after: last })) {
    told.push(event);
    if (event.type === 'affiliate.address_undone') break;
  }
  expect(told).toMatchObject([
    { type: 'affiliate.address_changed', ...wish, effective_at: waiting?.effective_at, number: 0 },
    { type: 'affiliate.address_undone', ...wish },
  ]);
});

it('has a method for every path of the interface', async () => {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/openapi/'));
  const documented = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.length).toBeGreaterThan(10);
  expect([...asked].sort()).toEqual(expect.arrayContaining(documented.sort()));
});
