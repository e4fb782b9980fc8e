import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { apiEnv } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { volume } from '../../support/volume.ts';
import { insertKey } from './support/keys.ts';
import { entry, placement } from './support/samples.ts';
import {
  type Answer,
  createKey,
  errorsIn,
  get,
  type Key,
  openTarget,
  post,
  type Target,
  within,
} from './support/target.ts';

const CALCULATE = '/openapi/order/calculate';
const PLACE = '/openapi/order/place';
const LIST = '/openapi/order/list';
const QUERY = '/openapi/order/query?query_code=X';
/** Each node takes as many at once, of every kind that it is asked for. */
const ADDRESSES = 250;
const AT_ONCE = 150;
/** Promised within a second; a request or two come on top. */
const SOON_MS = 1_500;
/** Some blocks and rounds of the engines. */
const SLOW_MS = 30_000;

/** Two nodes that run everything and one that only serves, on one database. */
let target: Target;
let second: RunningService;
let api: RunningService;
let urls: string[];

beforeAll(async () => {
  target = await openTarget(ADDRESSES);
  second = await startService(target.env);
  api = await startService(apiEnv(target.store), 'api');
  urls = [target.url, second.url, api.url];
});
afterAll(async () => {
  await Promise.all([second.stop(), api.stop()]);
  await target.stop();
});

const onAll = (count: number, send: (url: string, n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(urls[n % urls.length] as string, n)));
const numbers = (answers: readonly Answer[]) => answers.map(({ json }) => json.data?.no as string);

/** Places an order of each asset on each node, once it has addresses: the first who asks takes all that there are. */
async function stocked(assets: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const url of urls) {
    for (const asset of assets) {
      await within(SLOW_MS, async () => {
        const answer = await post(url, PLACE, placement(asset));
        if (answer.json.code === 0) answers.push(answer);
        return answer.json.code === 0;
      });
    }
  }
  return answers;
}

describe('three nodes that place at once', () => {
  test('give no address, number or code twice, and number the orders without gaps', async () => {
    const assets = ['Ethereum/ETH', 'Solana/SOL', 'TRON/TRX', 'Bitcoin/BTC', 'BSC/BNB'];
    const answers = await stocked(assets);
    for (let round = 0; round < volume(1, 6); round++) {
      answers.push(
        ...(await onAll(AT_ONCE, (url, n) => post(url, PLACE, placement(assets[n % assets.length])))),
      );
    }
    expect(answers.filter(({ json }) => json.code !== 0).map(({ json }) => json)).toEqual([]);
    const { rows } = await target.store.database.query(
      'SELECT no, query_code, address, address_id, position FROM orders',
    );
    expect(rows.length).toBe(answers.length);
    for (const column of ['no', 'query_code', 'address_id'])
      expect(new Set(rows.map((row) => row[column])).size).toBe(rows.length);
    expect(new Set(answers.map(({ json }) => json.data.address)).size).toBe(rows.length);
    expect(rows.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(rows.map((_, n) => n));
  });

  test('show the same list, whichever is asked, when the tallies are folded by two of them', async () => {
    const totals = await onAll(6, (url, n) => get(url, `${LIST}?page_size=100${n < 3 ? '' : '&status=1'}`));
    const { rows } = await target.store.database.query('SELECT count(*) AS n FROM orders');
    expect(totals.map(({ json }) => json.total)).toEqual(Array(6).fill(rows[0].n));
  });

  test('make one order of a calc_id that comes to all of them at once', async () => {
    for (let round = 0; round < volume(2, 10); round++) {
      const body = { ...placement(), exchange_mode: 'fixed' as const };
      const quote = await post(urls[round % 3] as string, CALCULATE, body);
      const answers = await onAll(12, (url) =>
        post(url, PLACE, { ...body, calc_id: quote.json.data.calc_id }),
      );
      expect(new Set(numbers(answers)).size).toBe(1);
      expect(answers[0]?.json.code).toBe(0);
    }
  });

  test('make at most one order of a calc_id that comes with different receivers at once', async () => {
    const body = { ...placement('Ethereum/ETH', 'BSC/USDT'), exchange_mode: 'fixed' as const };
    const bare = { ...body, to_address: [{ to_chain: 'BSC', to_abbr: 'USDT' }] };
    const calcId = (await post(target.url, CALCULATE, bare)).json.data.calc_id;
    const receivers = [
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
    ];
    const answers = await onAll(12, (url, n) => {
      const to = [{ ...entry('BSC/USDT'), to_address: receivers[n % 2] as string }];
      return post(url, PLACE, { ...body, calc_id: calcId, to_address: to });
    });
    const placed = answers.filter(({ json }) => json.code === 0);
    expect(new Set(numbers(placed)).size).toBe(1);
    const refusals = new Set(answers.filter(({ json }) => json.code !== 0).map(({ json }) => json.msg));
    expect([...refusals]).toEqual(['calc_id invalid or expired']);
  });

  test('make one order of an Idempotency-Key that comes to all of them at once', async () => {
    for (let round = 0; round < volume(2, 10); round++) {
      const headers = { 'idempotency-key': `once ${round}` };
      const answers = await onAll(12, (url) => post(url, PLACE, placement('Solana/SOL'), { headers }));
      expect(new Set(numbers(answers)).size).toBe(1);
    }
  });
});

test('an api node needs no passphrase, holds no seed and keeps serving what the others derive', async () => {
  const answer = await post(api.url, PLACE, placement('Dogecoin/DOGE'));
  expect(answer.json.code).toBe(0);
  expect(api.output()).not.toMatch(/passphrase/i);
});

test('a change of the catalogue on the command line is seen by every node within a second', async () => {
  const body = placement('Litecoin/LTC');
  expect((await onAll(3, (url) => post(url, CALCULATE, body))).map(({ json }) => json.code)).toEqual([
    0, 0, 0,
  ]);
  await target.command('asset', 'set', 'Litecoin', 'LTC', '--send', 'off');
  await within(SOON_MS, async () => {
    const answers = await onAll(3, (url) => post(url, CALCULATE, body));
    return answers.every(({ json }) => json.msg === 'from assets disabled');
  });
  await target.command('asset', 'set', 'litecoin', 'ltc', '--send', 'on');
  await within(SOON_MS, async () =>
    (await onAll(3, (url) => post(url, CALCULATE, body))).every(({ json }) => json.code === 0),
  );
});

describe('a stop of signing', () => {
  const CHAINS = ['Bitcoin', 'Ethereum'] as const;
  const WAYS = [placement('Bitcoin/BTC', 'Ethereum/ETH'), placement('Ethereum/ETH', 'Bitcoin/BTC')];

  /** An order each way is placed and paid, and a block comes on each chain. */
  async function payBothWays(): Promise<void> {
    for (const body of WAYS) {
      const { query_code } = (await post(target.url, PLACE, body)).json.data;
      await post(target.url, '/testnet/pay', { query_code });
    }
    for (const chain of CHAINS) await post(target.url, '/testnet/mine', { chain });
  }

  /** A figure of each of the two chains. */
  async function onEach<T>(sql: string): Promise<T[]> {
    const { rows } = await target.store.database.query<{ figure: T }>(
      `SELECT (${sql}) AS figure FROM chain c WHERE c.name = ANY ($1) ORDER BY c.name`,
      [CHAINS],
    );
    return rows.map(({ figure }) => figure);
  }

  const signed = () => onEach<number>('SELECT count(*) FROM attempt p WHERE p.chain_id = c.id');
  const unsigned = () =>
    onEach<number>("SELECT count(*) FROM payout p WHERE p.chain_id = c.id AND p.state = 'ready'");
  const followed = () => onEach<number>('SELECT max(height) FROM followed_block b WHERE b.chain_id = c.id');
  const holders = () => onEach<string>("SELECT holder FROM lease l WHERE l.name = 'chain ' || c.id");

  test('holds on both nodes when the command returns, and both say so within a second', async () => {
    // One of them pays on Bitcoin; the other is to pay on Ethereum.
    const [one] = await holders();
    await within(SLOW_MS, async () => {
      await target.store.database.query(
        `UPDATE lease SET holder = 'nobody', until = 0, token = token + 1
          WHERE name = (SELECT 'chain ' || id FROM chain WHERE name = 'Ethereum') AND holder = $1`,
        [one],
      );
      return ![one, 'nobody'].includes((await holders())[1]);
    });
    const isSigned = async () => {
      await payBothWays();
      return (await signed()).every((many) => many > 0);
    };
    await within(SLOW_MS, isSigned, BLOCK_PAUSE_MS);
    let isOver = false;
    const paying = (async () => {
      while (!isOver) {
        await payBothWays();
        await setTimeout(BLOCK_PAUSE_MS);
      }
    })();
    await target.command('signing', 'stop', '--why', 'a drill');
    const atReturn = await signed();
    const outputs = () => [target.service.output(), second.output()];
    await within(SOON_MS, async () =>
      outputs().every((text) => text.includes('signing is stopped: a drill')),
    );
    await within(SLOW_MS, async () => (await unsigned()).every((many) => many > 1));
    isOver = true;
    await paying;
    const heights = await followed();
    const areFollowed = async () => {
      for (const chain of CHAINS) await post(target.url, '/testnet/mine', { chain });
      return (await followed()).every((height, n) => height > (heights[n] as number) + 3);
    };
    await within(SLOW_MS, areFollowed, BLOCK_PAUSE_MS);
    expect(await signed()).toEqual(atReturn);
    expect(new Set(await holders()).size).toBe(2);

    await target.command('signing', 'go');
    await within(SLOW_MS, async () => (await unsigned()).every((many) => many === 0));
  });
});

describe('a key', () => {
  let alice: Key;
  let bob: Key;

  test('made on the command line ends open mode on every node within a second', async () => {
    expect((await onAll(3, (url) => get(url, LIST))).map(({ status }) => status)).toEqual([200, 200, 200]);
    alice = await createKey(target, 'alice');
    await within(SOON_MS, async () =>
      (await onAll(3, (url) => get(url, LIST))).every(({ status }) => status === 401),
    );
    expect((await onAll(3, (url) => get(url, LIST, { key: alice }))).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
  });

  test('places one order with a nonce that comes to all nodes at once', async () => {
    for (let round = 0; round < volume(1, 3); round++) {
      const sent = { key: alice, nonce: `once ${round}`, timestamp: String(Math.floor(Date.now() / 1000)) };
      const answers = await onAll(6, (url) => post(url, PLACE, placement(), sent));
      expect(new Set(numbers(answers)).size).toBe(1);
    }
  });

  test('and another account that order the same quotes in opposite order get answers, not a fault', async () => {
    await target.store.database.query(
      `INSERT INTO setting VALUES ('rate_limit_per_minute', 100000000), ('unpaid_orders_cap', 1000000),
        ('fixed_open_per_caller_usdt', 0), ('fixed_open_per_asset_usdt', 0)`,
    );
    bob = await insertKey(target.store, 'bob');
    await within(SOON_MS, async () =>
      (await onAll(3, (url) => get(url, LIST, { key: bob }))).every(({ status }) => status === 200),
    );
    const body = { ...placement(), exchange_mode: 'fixed' as const };
    for (let round = 0; round < volume(1, 4); round++) {
      const quotes = await onAll(40, () => post(target.url, CALCULATE, body, { key: alice }));
      const calcIds = quotes.map(({ json }) => json.data.calc_id as string);
      // Each account's orders lock its own roll; the quotes are what they have in common.
      const order = (url: string, key: Key, ids: readonly string[]) =>
        ids.map((calcId) => post(url, PLACE, { ...body, calc_id: calcId }, { key }));
      const answers = await Promise.all([
        ...order(target.url, alice, calcIds),
        ...order(second.url, bob, calcIds.toReversed()),
      ]);
      expect(answers.filter(({ status }) => status !== 200).map(({ json }) => json)).toEqual([]);
      expect(new Set(numbers(answers)).size).toBe(40);
    }
  });

  test.each([-58, 58])('signs for a time that is %i seconds off', async (offset) => {
    const timestamp = String(Math.floor(Date.now() / 1000) + offset);
    expect((await get(target.url, LIST, { key: alice, timestamp })).json.code).toBe(0);
  });

  test('is all that lets anybody in where anonymous callers are switched off, within a second', async () => {
    const body = placement();
    const areAll = async (status: number) => {
      const answers = [
        await onAll(3, (url) => post(url, CALCULATE, body)),
        await onAll(3, (url) => post(url, PLACE, body)),
        await onAll(3, (url) => get(url, QUERY)),
      ];
      return answers.flat().every((answer) => answer.status === status);
    };
    const allow = (value: number) =>
      target.store.database.query(
        `INSERT INTO setting VALUES ('anonymous_allowed', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
        [value],
      );
    expect(await areAll(200)).toBe(true);
    await allow(0);
    await within(SOON_MS, () => areAll(401));
    expect((await post(target.url, PLACE, body, { key: alice })).json.code).toBe(0);
    await allow(1);
    await within(SOON_MS, () => areAll(200));
  });

  test('that is revoked ends within a second, and the last one does not open the service again', async () => {
    const statuses = async (key: Key) =>
      (await onAll(3, (url) => get(url, LIST, { key }))).map((a) => a.status);
    const isOver = async (key: Key) => (await statuses(key)).every((status) => status === 401);
    await target.command('key', 'revoke', bob.key);
    await within(SOON_MS, () => isOver(bob));
    expect(await statuses(alice)).toEqual([200, 200, 200]);

    await target.store.database.query('UPDATE api_key SET revoked_at = 1 WHERE revoked_at IS NULL');
    await within(SOON_MS, () => isOver(alice));
    expect((await post(target.url, PLACE, placement(), { key: alice })).status).toBe(401);
    const restarted = await startService(apiEnv(target.store), 'api');
    const answers = await Promise.all([target.url, restarted.url].map((url) => get(url, LIST)));
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [401, 1],
      [401, 1],
    ]);
    await restarted.stop();
  });
});

test('none of the nodes has logged an error', () => {
  expect([target.service, second, api].flatMap((node) => errorsIn(node.output()))).toEqual([]);
});
