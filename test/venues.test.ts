import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '../packages/service/src/ledger/post.ts';
import { apiEnv, createDeskStore, type DeskStore } from './support/desk-store.ts';
import { installCcxt } from './support/install-ccxt.ts';
import { runHere } from './support/run-here.ts';
import { type RunningService, startService } from './support/service.ts';
import { BinanceAccount } from './support/venues/binance-account.ts';
import { BinanceServer } from './support/venues/binance-server.ts';
import { BybitServer } from './support/venues/bybit-server.ts';
import { OkxServer } from './support/venues/okx-server.ts';
import type { VenueServer } from './support/venues/venue-server.ts';
import { IS_LONG } from './support/volume.ts';

/** A desk whose prices come from three venues on this machine: two engines, one of which leads, and a node that serves. */

const BUSY = 'server is busy, please try again later';
const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const WANTED = {
  from_chain: 'Litecoin',
  from_abbr: 'LTC',
  from_quantity: 2,
  to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER }],
};
const PRICES = { BTC: 97_000, LTC: 80, ETH: 3_600 };
const STALE = { market_fixed_stale_s: 4, market_float_stale_s: 8 };

interface Quoted {
  readonly to: readonly { readonly to_quantity: number }[];
}

const venues = {
  binance: new BinanceServer(PRICES),
  okx: new OkxServer(PRICES),
  bybit: new BybitServer(PRICES),
};
/** Where the desk trades; only engines have its keys. */
const account = new BinanceAccount();
let store: DeskStore;
let env: Record<string, string>;
let engines: RunningService[] = [];
let api: RunningService;

beforeAll(async () => {
  await installCcxt();
  store = await createDeskStore();
  for (const [name, value] of Object.entries(STALE))
    await store.database.query('INSERT INTO setting (name, value) VALUES ($1, $2)', [name, value]);
  await Promise.all(Object.values(venues).map((venue) => venue.start()));
  const file = join(store.folder, 'swapdesk.config.json');
  const named = Object.entries(venues).map(([name, { urls }]) => ({ name, urls }));
  await account.start();
  const keys = { key: { env: 'BINANCE_KEY' }, secret: { env: 'BINANCE_SECRET' } };
  const hedge = { mode: 'on', venues: [{ name: 'binance', url: account.rest, ...keys }] };
  const config = { network: 'test', market: { venues: named }, hedge };
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  const secrets = { BINANCE_KEY: account.key, BINANCE_SECRET: account.secret };
  env = { ...store.env, ...secrets, SWAPDESK_CONFIG: file };
  engines = [await startService(env, 'engine')];
  api = await startService({ ...apiEnv(store), SWAPDESK_CONFIG: file }, 'api');
});
afterAll(async () => {
  await Promise.all([api, ...engines].map((service) => service?.stop()));
  await Promise.all(Object.values(venues).map((venue) => venue.stop()));
  await account.stop();
  await store?.drop();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(50);
}

/** What is answered to somebody who wants ETH for LTC. */
async function quote(mode: 'float' | 'fixed'): Promise<{ code: number; msg: string }> {
  const answer = await fetch(`${api.url}/openapi/order/calculate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...WANTED, exchange_mode: mode }),
  });
  return (await answer.json()) as { code: number; msg: string };
}

async function isQuoted(mode: 'float' | 'fixed'): Promise<boolean> {
  const { code, msg } = await quote(mode);
  if (code !== 0) expect(msg).toBe(BUSY);
  return code === 0;
}
const areQuoted = async () => (await isQuoted('float')) && (await isQuoted('fixed'));

async function standing(name: string): Promise<{ what: string; leftOut: string | null } | undefined> {
  const { rows } = await store.database.query<{ standings: Record<string, string>[] }>(
    'SELECT standings FROM venue_standing',
  );
  const found = rows[0]?.standings.find(({ venue, abbr }) => venue === name && abbr === 'LTC');
  return found as { what: string; leftOut: string | null } | undefined;
}

/** The price of LTC that counts. */
async function priced(): Promise<number> {
  const { rows } = await store.database.query<{ price: string }>(
    "SELECT price FROM price WHERE abbr = 'LTC'",
  );
  return Number(rows[0]?.price);
}

/** Why fixed prices of a coin are not quoted. */
async function stopOf(abbr: string): Promise<string | null> {
  const { rows } = await store.database.query('SELECT fixed_stop FROM price WHERE abbr = $1', [abbr]);
  return (rows[0]?.fixed_stop as string | null | undefined) ?? null;
}

async function silence(...names: (keyof typeof venues)[]): Promise<void> {
  await Promise.all(names.map((name) => venues[name].stop()));
}

async function speak(...names: (keyof typeof venues)[]): Promise<void> {
  await Promise.all(names.map((name) => venues[name].start()));
}

it('three venues of a configuration file are quoted, float and fixed', async () => {
  await until(areQuoted);
  expect(await priced()).toBeGreaterThan(78);
  expect(await priced()).toBeLessThan(82);
  expect(engines[0]?.output()).toContain('Prices: live, of binance, okx, bybit');
});

it('a fixed quote and its order are explained to the digit, with what markets cost and what holding the price does', async () => {
  const ask = async (path: string, more: object) => {
    const answer = await fetch(`${api.url}/openapi/order/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...WANTED, exchange_mode: 'fixed', ...more }),
    });
    return ((await answer.json()) as { data: Record<'calc_id' | 'query_code', string> & Quoted }).data;
  };
  const { calc_id, to } = await ask('calculate', {});
  const { query_code } = await ask('place', { calc_id });
  const promised = String(to[0]?.to_quantity);
  for (const name of [calc_id, query_code]) {
    const { code, output } = await runHere(['explain', name], env);
    expect([code, output]).toEqual([0, expect.stringContaining('price of the source')]);
    // Every line is a step from what is sent; the last gives what is promised.
    expect(output).toMatch(/share of what is sent +1 +2 LTC/);
    expect(output).toMatch(/− for holding the price, of the value +0\.\d+ +\d+\.\d+ USDT/);
    expect(output.trim().split('\n').at(-1)).toMatch(new RegExp(` ${promised.replace('.', '\\.')} ETH$`));
  }
  // The store alone opens none.
  const { code, output } = await runHere(['explain', calc_id], {
    ...env,
    SWAPDESK_KEY_FILE: '/nowhere/desk.key',
  });
  expect([code, output]).toEqual([1, expect.stringContaining('opened with the key of the service')]);
});

it('with one silent fixed stops and float goes on; it comes back by itself', async () => {
  await silence('bybit');
  await until(async () => (await stopOf('LTC')) === 'few');
  await until(async () => !(await isQuoted('fixed')));
  expect(await isQuoted('float')).toBe(true);
  await speak('bybit');
  await until(areQuoted);
});

it('with all silent nothing is quoted, and doctor says why', async () => {
  await silence('binance', 'okx', 'bybit');
  await until(async () => !(await isQuoted('float')));
  await until(async () => (await standing('okx'))?.what === 'away');
  const { code, output } = await runHere(['doctor'], env);
  expect(code).toBe(1);
  expect(output).toMatch(/WRONG +price of LTC +.*too few venues/);
  expect(output).toMatch(/WRONG +venue okx +.*cannot be reached/);
  await speak('binance', 'okx', 'bybit');
  await until(areQuoted);
});

it('one that lies is left out, and the others are quoted', async () => {
  const liar: VenueServer = new BybitServer({ ...PRICES, LTC: 96 });
  await silence('bybit');
  Object.assign(liar, { port: Number(new URL(venues.bybit.urls.rest).port) });
  await liar.start();
  await until(async () => (await standing('bybit'))?.leftOut === 'off');
  expect(await isQuoted('float')).toBe(true);
  expect(await priced()).toBeLessThan(82);
  const metrics = async () => (await fetch(`${api.url}/metrics`)).text();
  await until(async () => (await metrics()).includes('swapdesk_venue_counts{venue="bybit",coin="LTC"} 0'));
  expect(await metrics()).toContain('swapdesk_venue_state{venue="bybit",coin="LTC",state="off"} 1');
  expect((await runHere(['price', 'list'], env)).output).toMatch(/LTC .*float only.* market/);
  await liar.stop();
  await speak('bybit');
  await until(areQuoted);
});

it('when the engine that leads is killed nothing old is quoted, and another takes over', async () => {
  engines.push(await startService(env, 'engine'));
  await until(areQuoted);
  await engines[0]?.kill();
  const killedAt = Date.now();
  const gone: number[] = [];
  const holder = async () =>
    (await store.database.query("SELECT token FROM lease WHERE name = 'market'")).rows[0]?.token as number;
  const before = await holder();
  while ((await holder()) === before) {
    if (await isQuoted('fixed')) gone.push(Date.now() - killedAt);
    await setTimeout(100);
  }
  for (const ms of gone) expect(ms).toBeLessThan(STALE.market_fixed_stale_s * 1_000 + 1_000);
  await until(areQuoted);
});

it.runIf(IS_LONG)(
  'what the desk becomes long of is sold at the venue that it trades at, once what lies there is booked',
  async () => {
    // A tenth of each is bound there.
    account.balances = { BTC: '0.9', USDT: '999.9' };
    const book = ['venue', 'book', 'binance', '--as-told', '--moved', '--why', 'brought'];
    const isTrue = async (sql: string) =>
      (await store.database.query(`SELECT ${sql} AS so`)).rows[0].so === true;
    await until(() => isTrue("EXISTS (SELECT FROM venue_coin WHERE abbr = 'BTC' AND told_units = 1e18)"));
    expect((await runHere(book, env)).output).toMatch(
      /Booked at binance as moved: 1 BTC\.\s+Booked at binance as moved: 1000 USDT\./,
    );
    account.fills = [{ id: '7', amount: '0.03', price: '97000', value: '2910.0', fee: '2.91' }];
    const { rows } = await store.database.query(
      "SELECT id FROM asset WHERE abbr = 'BTC' ORDER BY id LIMIT 1",
    );
    const entry = { assetId: rows[0].id as number, units: 3_000_000n };
    const entries = [
      { ...entry, account: 'unclaimed' as const },
      { ...entry, account: 'fee' as const, units: -entry.units },
    ];
    await post(store.database, [{ why: 'test', entries }], 0);
    await until(async () => account.orders.length > 0);
    account.balances = { BTC: '0.87', USDT: '3906.99' };
    expect(account.orders).toMatchObject([{ market: 'BTCUSDT', isBuy: false, amount: '0.03' }]);
    await until(() =>
      isTrue("EXISTS (SELECT FROM venue_coin WHERE abbr = 'USDT' AND told_units = 3907.09e18)"),
    );
    expect((await runHere(['venue', 'show'], env)).output).toMatch(/USDT +3907\.09 +3907\.09 +0/);
    expect(engines.map((engine) => engine.output()).join('')).not.toContain(account.secret);
  },
);
