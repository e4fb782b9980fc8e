import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { runHere } from './support/run-here.ts';
import { type Ended, type RunningService, startService } from './support/service.ts';
import { IS_LONG } from './support/volume.ts';

/** A price file as an operator keeps it, from a running service to the command that confirms a jump. */

const BUSY = { status: 500, code: 2, msg: 'server is busy, please try again later' };
const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const PRICES = {
  BTC: 97_000,
  LTC: 80,
  DOGE: 0.3,
  ETH: 3_600,
  BNB: 650,
  POL: 0.5,
  TRX: 0.24,
  SOL: 190,
  USDT: 1,
  USDC: 0.9998,
};

let file: string;
let store: DeskStore;
let service: RunningService;
let env: Record<string, string>;

beforeAll(async () => {
  store = await createDeskStore();
  file = join(store.folder, 'prices.json');
  env = { ...store.env, SWAPDESK_PRICES_FILE: file };
  // Long enough for any machine, and still not five years.
  await store.database.query("INSERT INTO setting (name, value) VALUES ('price_max_age_s', 3600)");
  await writeFile(file, JSON.stringify(PRICES));
  await utimes(file, 1_577_836_800, 1_577_836_800);
  service = await startService(env);
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

const swapdesk = (...args: string[]): Promise<Ended> => runHere(args, env);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(100);
}

async function call(path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { code, msg, data } = (await answer.json()) as {
    code: number;
    msg: string;
    data?: Record<string, string>;
  };
  return { status: answer.status, code, msg, data };
}

const exchange = { exchange_mode: 'float', from_chain: 'Litecoin', from_abbr: 'LTC', from_quantity: 2 };
const receive = { to_chain: 'Ethereum', to_abbr: 'USDT', to_address: RECEIVER };
const quote = () => call('/openapi/order/calculate', { ...exchange, to_address: [receive] });
const isQuoted = async () => (await quote()).status === 200;

/** Somebody goes on writing the file until it has led to what is awaited. */
async function writingUntil(prices: object, isSo: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    await writeFile(file, JSON.stringify(prices));
    return isSo();
  });
}

it('a file of 2020 is quoted to nobody, and doctor says which coins, how old, and what to do', async () => {
  expect(await quote()).toMatchObject(BUSY);
  const { code, output } = await swapdesk('doctor');
  expect(code).toBe(1);
  expect(output).toMatch(/WRONG +prices +10 of 10 cannot be used: .*LTC \d+ years old.*SWAPDESK_PRICES_FILE/);
  // It is switched off, so nobody misses its price.
  expect(output).not.toMatch(/prices .*ARB/);
});

it('one that is written anew is quoted, and one bad line is told and loses no other', async () => {
  await writingUntil({ ...PRICES, DOGE: 0 }, isQuoted);
  const { output } = await swapdesk('doctor');
  expect(output).toMatch(/WRONG +prices: source +the price of DOGE must be above 0/);
});

let placed: string;
let placedNo: string;
it('a jump stops the coin, and doctor and metrics say so', async () => {
  const { data } = await call('/openapi/order/place', { ...exchange, to_address: [receive] });
  placed = data?.query_code as string;
  placedNo = data?.order_no as string;
  await writingUntil({ ...PRICES, LTC: 8000 }, async () => !(await isQuoted()));
  expect(await quote()).toMatchObject(BUSY);
  const { output } = await swapdesk('doctor');
  expect(output).toMatch(/WRONG +price of LTC +jumped from 80 to 8000 \(\+9900 %\).*price confirm LTC/);
  await until(async () => (await metrics()).includes('swapdesk_price_stopped{coin="LTC",mode="float"} 1'));
  expect(await metrics()).toMatch(/^swapdesk_price_stopped\{coin="BTC",mode="float"\} 0$/m);
  expect(await metrics()).toMatch(/^swapdesk_price_age_seconds\{coin="LTC"\} \d+$/m);
});

it.runIf(IS_LONG)(
  'a float order in it waits, and goes on at the new price once an operator has confirmed that',
  async () => {
    await call('/testnet/pay', { query_code: placed });
    const order = async () =>
      (
        await store.database.query(
          `SELECT o.status, o.price, d.state FROM orders o JOIN deposit d ON d.order_id = o.id WHERE o.no = $1`,
          [placedNo],
        )
      ).rows[0] as { status: number; price: string; state: string } | undefined;
    await until(async () => {
      await call('/testnet/mine', { chain: 'Litecoin' });
      return (await order())?.state === 'confirmed';
    });
    for (const _ of [1, 2, 3]) await call('/testnet/mine', { chain: 'Litecoin' });
    expect((await order())?.status).toBe(2);

    expect((await swapdesk('price', 'list')).output).toMatch(/LTC +80 .*has jumped: not quoted +8000 /);
    expect((await swapdesk('price', 'confirm', 'LTC')).output).toContain('80 → 8000');
    expect((await swapdesk('price', 'confirm', 'LTC')).output).toContain('does not wait');
    expect((await swapdesk('audit', 'list')).output).toMatch(/price confirm +LTC/);
    await writingUntil({ ...PRICES, LTC: 8000 }, async () => (await order())?.status !== 2);
    expect(+((await order())?.price as string)).toBe(8000);
  },
);

async function metrics(): Promise<string> {
  return (await fetch(`${service.url}/metrics`)).text();
}
