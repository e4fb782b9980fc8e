import { MESSAGE, sign } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mac, newMacSecret } from '../../../packages/service/src/pricing/mac.ts';
import { seal } from '../../../packages/service/src/pricing/seal.ts';
import { startService } from '../../support/service.ts';
import { insertKey, insertRefCode, setSetting, settled } from './support/keys.ts';
import { placement } from './support/samples.ts';
import {
  type Answer,
  errorsIn,
  get,
  type Key,
  openTarget,
  post,
  type Sent,
  type Target,
  within,
} from './support/target.ts';

const LIST = '/openapi/order/list';
const PLACE = '/openapi/order/place';
const QUERY = '/openapi/order/query';
const REFERRALS = '/openapi/refcode/order/list';
/** Until a node knows of a change. How soon it has to is seen in `nodes.test.ts`. */
const PATIENCE_MS = 20_000;

let target: Target;
let alice: Key;
let bob: Key;

beforeAll(async () => {
  target = await openTarget();
  alice = await insertKey(target.store, 'alice');
  bob = await insertKey(target.store, 'bob');
  await setSetting(target.store.database, 'rate_limit_per_minute', 1_000_000);
  await within(PATIENCE_MS, async () => (await get(target.url, LIST)).status === 401);
});
afterAll(() => target.stop());

const place = (body: unknown, sent: Sent = {}) => post(target.url, PLACE, body, sent);
const countOrders = async () =>
  (await target.store.database.query('SELECT count(*) AS n FROM orders')).rows[0].n;
const now = () => Math.floor(Date.now() / 1000);

function expectRefusal(answer: Answer, status: number, msg?: string): void {
  expect(answer.json).toMatchObject({ code: 1, ...(msg === undefined ? {} : { msg }) });
  expect(answer.status).toBe(status);
}

test('a markup is for a key whose account may have one, up to its bound, and comes off what is received', async () => {
  const CALCULATE = '/openapi/order/calculate';
  const partner = await insertKey(target.store, 'partner');
  const ask = (markup: string | undefined, sent: Sent = {}) =>
    post(target.url, CALCULATE, { ...placement(), show_costs: true, ...(markup && { markup }) }, sent);
  await within(PATIENCE_MS, async () => (await ask(undefined, { key: partner })).json.code === 0);
  const plain = (await ask(undefined, { key: partner })).json.data;
  for (const sent of [{}, { key: partner }]) {
    const refused = await ask('0.01', sent);
    expectRefusal(refused, 400, 'Parameter error');
    expect(refused.json.errors).toMatchObject([
      { field: 'markup', reason: expect.stringContaining('needs a key') },
    ]);
  }
  await target.store.database.query("UPDATE account SET markup_ppm = 20000 WHERE name = 'partner'");
  await within(PATIENCE_MS, async () => (await ask('0.02', { key: partner })).json.code === 0);
  for (const wrong of ['0.020001', '0.0000001', '1', '-0.01', '.01', '1e-2'])
    expectRefusal(await ask(wrong, { key: partner }), 400, 'Parameter error');
  const { data } = (await ask('0.02', { key: partner })).json;
  const [costs, before] = [data.costs.to[0], plain.costs.to[0]];
  expect([costs.markup_rate, before.markup_rate, costs.fee_rate]).toEqual([0.02, 0, before.fee_rate]);
  expect(data.to[0].to_quantity).toBeLessThan(plain.to[0].to_quantity);
  expectRefusal(await place({ ...placement(), markup: '0.03' }, { key: partner }), 400, 'Parameter error');
  expect((await place({ ...placement(), markup: '0.02' }, { key: partner })).json.code).toBe(0);
  const [order] = (await get(target.url, REFERRALS, { key: partner })).json.data;
  expect(order).toMatchObject({ ref_code: '', commission_rate: 0, markup: 0.02, commission: 0 });
});

describe('signatures', () => {
  // Made with: printf … | openssl dgst -sha256 -hmac …
  test.each([
    [
      'query and body',
      'secret-1',
      'key-1',
      'nonce-1',
      'a=1&b=2',
      '{"x":1}',
      '574b8449f90179e35165bb15c690c8ce682e413a28716db5650faded10b7451d',
    ],
    [
      'neither',
      'secret-1',
      'key-1',
      'nonce-1',
      '',
      '',
      'badfebe549df0e9e06690f8279f4c6056f337eda9ea4fc753e3b3e6dd93594bf',
    ],
    [
      'text beyond ASCII',
      's',
      'k',
      'n',
      'q=%C3%A9',
      '{"s":"é😀"}',
      'a47d0e4e66d3e247699bdcd56d504e9bd954c57d8c68c7653ace55e51329517c',
    ],
  ])('match the vector with %s', (_name, secret, key, nonce, query, body, hex) => {
    expect(sign(secret, { key, nonce, timestamp: '1700000000', query, body })).toBe(hex);
  });

  test('open both lists to a key, with the query signed or not', async () => {
    const path = `${LIST}?page=1&page_size=5`;
    expect((await get(target.url, path, { key: alice })).json.code).toBe(0);
    const timestamp = String(now());
    const signature = sign(alice.secret, { key: alice.key, nonce: 'bare', timestamp, query: '', body: '' });
    expect((await get(target.url, path, { key: alice, nonce: 'bare', timestamp, signature })).json.code).toBe(
      0,
    );
    expect((await get(target.url, REFERRALS, { key: alice })).json.code).toBe(0);
  });

  test.each([
    ['empty', ''],
    ['of zeros', '0'.repeat(64)],
    ['too long', 'a'.repeat(65)],
    ['in letters beyond ASCII', 'é'.repeat(64)],
    ['with one letter beyond ASCII', `${'a'.repeat(63)}ÿ`],
    ['of 32 letters of two bytes', 'é'.repeat(32)],
  ])('that are %s are refused', async (_name, signature) => {
    expectRefusal(await get(target.url, LIST, { key: alice, signature }), 401, 'bad credentials');
    expectRefusal(await place(placement(), { key: alice, signature }), 401, 'bad credentials');
  });

  test('of another key, in upper case, of another body or of another nonce are refused', async () => {
    const signable = { key: alice.key, nonce: 'n', timestamp: String(now()), query: '', body: '' };
    const right = sign(alice.secret, signable);
    const { timestamp } = signable;
    const wrong = [
      sign(bob.secret, signable),
      right.toUpperCase(),
      sign(alice.secret, { ...signable, body: '{}' }),
      sign(alice.secret, { ...signable, nonce: 'm' }),
    ];
    for (const signature of wrong) {
      if (signature === right) continue;
      expectRefusal(await get(target.url, LIST, { key: alice, nonce: 'n', timestamp, signature }), 401);
    }
  });

  test('of a POST must cover its query string', async () => {
    const body = JSON.stringify(placement());
    const timestamp = String(now());
    const signature = sign(alice.secret, { key: alice.key, nonce: 'q', timestamp, query: '', body });
    const answer = await post(target.url, `${PLACE}?x=1`, body, {
      key: alice,
      nonce: 'q',
      timestamp,
      signature,
    });
    expectRefusal(answer, 401, 'bad credentials');
  });

  test.each([-61, 61, -3600, 3600, -1e9])('made %i seconds off are refused', async (offset) => {
    // One second more than the tolerance, and one for the clock to tick between the two of us.
    const off = offset + Math.sign(offset);
    expectRefusal(await get(target.url, LIST, { key: alice, timestamp: String(now() + off) }), 401);
  });

  test.each(['', 'now', '1e9', '-1', '1700000000.5', '0x65', `${now()}000`])(
    'with the timestamp "%s" are refused',
    async (timestamp) => {
      expectRefusal(await get(target.url, LIST, { key: alice, timestamp }), 401);
    },
  );

  test('with an unknown key, an empty nonce or an endless one are refused', async () => {
    expectRefusal(await get(target.url, LIST, { key: { key: 'nobody', secret: alice.secret } }), 401);
    expectRefusal(await get(target.url, LIST, { key: { key: '__proto__', secret: '' } }), 401);
    expectRefusal(await get(target.url, LIST, { key: alice, nonce: '' }), 401);
    expectRefusal(await get(target.url, LIST, { key: alice, nonce: 'n'.repeat(129) }), 401);
  });
});

describe('a nonce', () => {
  test('places one order: the same request gets it again, another is refused', async () => {
    const before = await countOrders();
    const sent = { key: alice, nonce: 'once', timestamp: String(now()) };
    const first = await place(placement(), sent);
    const second = await place(placement(), sent);
    const other = await place({ ...placement(), from_quantity: 3 }, sent);
    expect(second.json.data).toEqual(first.json.data);
    expectRefusal(other, 200);
    expect(await countOrders()).toBe(before + 1);
  });

  test('places one order when it comes twenty times at once', async () => {
    const before = await countOrders();
    const sent = { key: alice, nonce: 'at once', timestamp: String(now()) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(placement(), sent)));
    expect(new Set(answers.map(({ json }) => json.data?.no)).size).toBe(1);
    expect(await countOrders()).toBe(before + 1);
  });

  test('cannot be cut off elsewhere, by zeros moved to the timestamp, to place a second order', async () => {
    const before = await countOrders();
    const timestamp = String(now());
    const body = JSON.stringify(placement('Solana/SOL', 'TRON/TRX'));
    const first = await place(body, { key: alice, nonce: '4200', timestamp });
    expect(first.json.code).toBe(0);
    // What an eavesdropper can do: the signed text is the same, cut at another place.
    const signature = sign(alice.secret, { key: alice.key, nonce: '4200', timestamp, query: '', body });
    await place(body, { key: alice, nonce: '420', timestamp: `0${timestamp}`, signature });
    await place(body, { key: alice, nonce: '42', timestamp: `00${timestamp}`, signature });
    expect(await countOrders()).toBe(before + 1);
  });

  test("is its key's own: two keys may use the same", async () => {
    const answers = await Promise.all(
      [alice, bob].map((key) => place(placement(), { key, nonce: 'shared' })),
    );
    expect(answers.map(({ json }) => json.code)).toEqual([0, 0]);
    expect(answers[0]?.json.data.no).not.toBe(answers[1]?.json.data.no);
  });
});

test('a client_order_id is unique in its account, whichever of its keys sends it', async () => {
  const second = await insertKey(target.store, 'alice');
  await within(PATIENCE_MS, async () => (await get(target.url, LIST, { key: second })).status === 200);
  const body = { ...placement(), client_order_id: 'invoice 17' };
  const first = await place(body, { key: alice });
  const again = await place(body, { key: second });
  expect(again.json.data?.no).toBe(first.json.data.no);
});

describe('lists', () => {
  test('show the orders of the account and of nobody else', async () => {
    const carol = await insertKey(target.store, 'carol');
    const dave = await insertKey(target.store, 'dave');
    await within(PATIENCE_MS, async () => (await get(target.url, LIST, { key: dave })).status === 200);
    const ofCarol = (await place(placement(), { key: carol })).json.data.no;
    const ofDave = (await place(placement(), { key: dave })).json.data.no;
    await place(placement());
    for (const [key, no] of [
      [carol, ofCarol],
      [dave, ofDave],
    ] as const) {
      for (const filter of ['', '?status=1', '?direction=ASC', `?created_start=${now() - 60}`]) {
        const { json } = await get(target.url, LIST + filter, { key });
        expect([json.total, json.data.map((order: { no: string }) => order.no)]).toEqual([1, [no]]);
      }
    }
  });

  test('of referrals show those of the own codes and of no other', async () => {
    const [erin, frank] = [await insertKey(target.store, 'erin'), await insertKey(target.store, 'frank')];
    await insertRefCode(target.store.database, 'erin', 'ERIN', 200_000);
    await insertRefCode(target.store.database, 'frank', 'FRANK', 100_000);
    await within(PATIENCE_MS, async () => (await get(target.url, LIST, { key: frank })).status === 200);
    const byErin = (await place(placement(), { headers: { 'ref-code': 'ERIN' } })).json.data.no;
    const byFrank = (await place({ ...placement(), ref_code: 'FRANK' }, { key: erin })).json.data.no;
    await place(placement(), { key: frank, headers: { 'ref-code': 'NOBODY' } });
    const shown = async (key: Key, query = '') => {
      const { json } = await get(target.url, REFERRALS + query, { key });
      return [json.total, json.data.map((row: { order_no: string }) => row.order_no)];
    };
    expect(await shown(erin)).toEqual([1, [byErin]]);
    expect(await shown(frank)).toEqual([1, [byFrank]]);
    expect(await shown(erin, '?ref_code=ERIN')).toEqual([1, [byErin]]);
    expect(await shown(erin, '?ref_code=FRANK')).toEqual([0, []]);
    expect(await shown(erin, '?ref_code=erin')).toEqual([0, []]);
    expect(await shown(alice)).toEqual([0, []]);
  });

  test('are closed to callers without a key', async () => {
    for (const path of [LIST, REFERRALS, '/api/v1/order/list', '/api/v1/openapi/refcode/order/list']) {
      expectRefusal(await get(target.url, path), 401);
    }
  });
});

test('a calc id at a price of one’s own, sealed with what the store holds, is invalid', async () => {
  const { rows } = await target.store.database.query<{ id: number; key: Buffer }>(
    'SELECT id, key FROM seal_key ORDER BY id DESC LIMIT 1',
  );
  const { id, key } = rows[0] as { id: number; key: Buffer };
  const idOf = async (chain: string, abbr: string): Promise<number> => {
    const text =
      'SELECT asset.id FROM asset JOIN chain ON chain.id = chain_id WHERE chain.name = $1 AND abbr = $2';
    return (await target.store.database.query(text, [chain, abbr])).rows[0].id;
  };
  // A bitcoin for a hundred times what it is worth, without any fee.
  const entry = [await idOf('Ethereum', 'ETH'), '1', null, '1', '1000', 0, '0', 0, 0, null];
  const conditions = [await idOf('Bitcoin', 'BTC'), '10000000', '1', '100000000', [entry], null];
  const secret = newMacSecret();
  const sealed = seal({ id, key, createdAt: 0 }, JSON.stringify([secret, conditions]));
  const own = `0.${Date.now() + 30_000}.100000..`;
  const answer = await place({
    ...placement('Bitcoin/BTC', 'Ethereum/ETH'),
    exchange_mode: 'fixed',
    from_quantity: 0.001,
    calc_id: `${sealed}.${own}.${mac(secret, own)}`,
  });
  expectRefusal(answer, 200, MESSAGE.calcIdInvalid);
});

describe('limits', () => {
  const limit = async (perMinute: number) => {
    await setSetting(target.store.database, 'rate_limit_per_minute', perMinute);
    await settled(target.url, target.store.database);
  };
  const keys = new Map<string, Key>();
  const keyOf = (account: string) => keys.get(account) as Key;

  // Made while nothing is limited: each spends a little before its key is known.
  beforeAll(async () => {
    for (const account of ['spender', 'other', 'lister', 'sloppy', 'finder', 'guesser', 'hoarder', 'thrifty'])
      keys.set(account, await insertKey(target.store, account));
    for (const key of keys.values())
      await within(PATIENCE_MS, async () => (await get(target.url, LIST, { key })).status === 200);
    await limit(100);
  });

  test('answer 429 with Retry-After to whoever spends their weight, and to nobody else', async () => {
    // Each has spent a little already; four orders of weight 20 go, a fifth or sixth does not.
    const answers: Answer[] = [];
    for (let n = 0; n < 7; n++) answers.push(await place(placement(), { key: keyOf('spender') }));
    const placed = answers.filter(({ status }) => status === 200).length;
    expect([3, 4, 5]).toContain(placed);
    const last = answers.at(-1) as Answer;
    expectRefusal(last, 429, 'too many requests');
    const wait = last.headers.get('retry-after') as string;
    expect(wait).toMatch(/^\d+$/);
    expect(Number(wait)).toBeGreaterThanOrEqual(1);
    expect(Number(wait)).toBeLessThanOrEqual(12);
    expect((await place(placement(), { key: keyOf('other') })).json.code).toBe(0);
  });

  test('count lists five times as much as a query', async () => {
    let lists = 0;
    while ((await get(target.url, LIST, { key: keyOf('lister') })).status === 200) lists++;
    expect(lists).toBeGreaterThanOrEqual(15);
    expect(lists).toBeLessThanOrEqual(25);
  });

  test('hold for requests of bad form as well', async () => {
    let answered = 0;
    while ((await place('{', { key: keyOf('sloppy') })).status === 400) answered++;
    expect(answered).toBeLessThanOrEqual(6);
  });

  test('make a missed query code cost ten times a found one', async () => {
    const code = (await place(placement(), { key: keyOf('other') })).json.data.query_code;
    await limit(200);
    const ask = (key: Key, queryCode: string) => get(target.url, `${QUERY}?query_code=${queryCode}`, { key });
    let misses = 0;
    while ((await ask(keyOf('guesser'), `MISS-MISS-${1000 + misses}`)).status === 200) misses++;
    // As long as this takes some of the allowance comes back, but never enough for all of these.
    const after = await Promise.all(Array.from({ length: 30 }, () => ask(keyOf('guesser'), code)));
    expectRefusal(after.find(({ status }) => status !== 200) as Answer, 429);
    let hits = 0;
    while ((await ask(keyOf('finder'), code)).status === 200) hits++;
    expect(misses).toBeGreaterThanOrEqual(15);
    expect(misses).toBeLessThanOrEqual(30);
    expect(hits).toBeGreaterThan(150);
  });

  test('cap the unpaid orders of a caller and of nobody else', async () => {
    await setSetting(target.store.database, 'unpaid_orders_cap', 3);
    await limit(1_000_000);
    const codes: number[] = [];
    for (let n = 0; n < 5; n++) codes.push((await place(placement(), { key: keyOf('hoarder') })).json.code);
    expect(codes).toEqual([0, 0, 0, 1, 1]);
    const refused = await place(placement(), { key: keyOf('hoarder') });
    expectRefusal(refused, 200, 'too many unpaid orders');
    expect((await place(placement(), { key: keyOf('thrifty') })).json.code).toBe(0);
    await setSetting(target.store.database, 'unpaid_orders_cap', 1_000_000);
  });
});

test('behind a proxy, an address that the client made up does not renew its allowance', async () => {
  await setSetting(target.store.database, 'rate_limit_per_minute', 100);
  const proxied = await startService({ ...target.env, SWAPDESK_TRUST_PROXY: '127.0.0.1' });
  // A proxy such as nginx appends the address that it sees to what the client sent.
  let placed = 0;
  for (let n = 0; n < 12; n++) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` };
    if ((await post(proxied.url, PLACE, placement(), { headers })).status === 200) placed++;
  }
  await proxied.stop();
  expect(placed).toBeLessThanOrEqual(6);
});

test('all that leaves no error in the log', () => {
  expect(errorsIn(target.service.output())).toEqual([]);
});
