import { setTimeout } from 'node:timers/promises';
import type { Decimal } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { runHere } from '../../support/run-here.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { type ConsoleBrowser, makeOperator, signedIn } from './support/console.ts';
import { post } from './support/post.ts';

/** What was promised, what came and what was paid are three things, and an operator is told which is which. */

const RECEIVER = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';
const REFUND_TO = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const [COMPLETED, REFUNDED, FROZEN, ABANDONED] = [4, 5, 7, 9];

let store: DeskStore;
let service: RunningService;
let browser: ConsoleBrowser;

beforeAll(async () => {
  store = await createDeskStore(8);
  service = await startService(store.env);
  await makeOperator(store.database, 'sam', 'support');
  browser = await signedIn(store.database, service.url, 'sam');
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

interface Placed {
  readonly no: string;
  readonly query_code: string;
  readonly manage_code: string;
}

/** Orders LTC for so much USDT at a fixed price. */
async function place(quantity: number): Promise<Placed> {
  const terms = {
    exchange_mode: 'fixed',
    from_chain: 'Ethereum',
    from_abbr: 'USDT',
    from_quantity: quantity,
    to_address: [{ to_chain: 'Litecoin', to_abbr: 'LTC', to_ratio: 1, to_address: RECEIVER }],
  };
  const { calc_id } = await post(service.url, '/openapi/order/calculate', terms);
  const placed = await post(service.url, '/openapi/order/place', {
    ...terms,
    calc_id,
    refund_address: REFUND_TO,
  });
  return placed as unknown as Placed;
}

describe('what a fixed order is promised', () => {
  it('is neither free nor nobody’s: all that is held is named, to the last digit', async () => {
    await place(20_000);
    const { rows } = await store.database.query<{ units: string }>(
      'SELECT p.units::text AS units FROM promised p JOIN asset a ON a.id = p.asset_id WHERE p.units > 0',
    );
    const promised = BigInt(rows[0]?.units as string);
    expect(promised).toBeGreaterThan(0n);
    const isLitecoin = ({ chain }: { chain: string }) => chain === 'Litecoin';

    const { data } = await browser.get('/treasury');
    const litecoin = data.assets.find(isLitecoin);
    expect(litecoin.promised.truncate(LITECOIN_PLACES)).toBe(promised);
    for (const asset of data.assets) {
      const parts = ['owed', 'promised', 'arriving', 'unclaimed', 'withdrawn', 'set_aside', 'earned', 'free'];
      const sum = parts.reduce((all, part) => all + units(asset[part]), -units(asset.leaving));
      expect([asset.chain, asset.abbr, sum]).toEqual([asset.chain, asset.abbr, units(asset.held)]);
    }

    await expect
      .poll(
        async () =>
          (await browser.get('/overview')).data.treasury.find(isLitecoin).promised.truncate(LITECOIN_PLACES),
        POLLED,
      )
      .toBe(promised);

    const { output } = await runHere(['treasury', 'show'], store.env);
    const [head = '', ...lines] = output.split('\n');
    expect(head).toMatch(/held +owed +promised +arriving/);
    const shown = lines.find((line) => line.startsWith('Litecoin'))?.split(/\s{2,}/) ?? [];
    expect(shown).toContain(litecoin.promised.toString());
  });
});

/** An order of 1,000 USDT to which 500 came. */
async function placeAndPayHalf(): Promise<Placed & { readonly txid: string }> {
  const order = await place(1_000);
  const txid = await pay(order, 500);
  await becomes(order, FROZEN);
  return { ...order, txid };
}

async function pay({ query_code }: Placed, amount: number): Promise<string> {
  return (await post(service.url, '/testnet/pay', { query_code, amount })).txid as string;
}

async function becomes(order: Placed, status: number): Promise<void> {
  await mineUntil('SELECT 1 FROM orders WHERE no = $1 AND status = $2', [order.no, status]);
}

async function mineUntil(sql: string, values: unknown[]): Promise<void> {
  for (;;) {
    for (const chain of ['Ethereum', 'Litecoin']) await post(service.url, '/testnet/mine', { chain });
    if ((await store.database.query(sql, values)).rows.length > 0) return;
    await setTimeout(BLOCK_PAUSE_MS);
  }
}

/** Lines of a file by their order, each by the names of its columns; nothing here has commas in it. */
async function linesOf(path: string): Promise<Map<string, Record<string, string>>> {
  const [head = '', ...lines] = (await browser.get(path)).text.trim().split('\r\n');
  const names = head.split(',');
  const cells = lines.map((line) => line.split(','));
  return new Map(
    cells.map((line) => [
      line[0] as string,
      Object.fromEntries(names.map((name, n) => [name, line[n] ?? ''])),
    ]),
  );
}

describe('an order to which half came', () => {
  it('once exchanged says what came and was paid; what came beside that is not what was sent', async () => {
    const order = await placeAndPayHalf();
    await browser.post('/order/release', { no: order.no, reason: 'half will do' });
    await becomes(order, COMPLETED);
    await pay(order, 0.5);
    await mineUntil(
      `SELECT 1 FROM deposit d JOIN orders o ON o.id = d.order_id WHERE o.no = $1 AND d.surplus_at > 0`,
      [order.no],
    );
    await expect
      .poll(async () => {
        const today = new Date().toISOString().slice(0, 10);
        const query = `by=none&per=all&from=2020-01-01&to=${today}&zone=UTC`;
        return (await linesOf(`/figures/orders?${query}`)).get(order.no);
      }, POLLED)
      .toMatchObject({ sent: '500', deposit_txids: order.txid });

    const { data } = await browser.get(`/order?no=${order.no}`);
    const [output] = data.order.to;
    const paid = data.payouts[0].amount;
    expect(output).toMatchObject({ state: 'paid', abbr: 'LTC', amount: paid });
    expect(output.agreed.truncate(LITECOIN_PLACES)).toBeGreaterThan(paid.truncate(LITECOIN_PLACES));
    expect((await linesOf('/orders/export')).get(order.no)).toMatchObject({
      agreed: '1000',
      received: '500',
      to_agreed: `${output.agreed} LTC on Litecoin`,
      paid_out: `${paid} LTC on Litecoin`,
    });
  });

  it('says of no amount that it was paid, where it is not decided, given back or cancelled', async () => {
    const order = await placeAndPayHalf();
    const stateOf = async ({ no }: Placed) => (await browser.get(`/order?no=${no}`)).data.order.to[0].state;
    expect(await stateOf(order)).toBe('agreed');
    await browser.post('/order/refund', { no: order.no, reason: 'as asked' });
    await becomes(order, REFUNDED);
    const cancelled = await place(1_000);
    expect(await stateOf(cancelled)).toBe('agreed');
    const { query_code, manage_code } = cancelled;
    await post(service.url, '/openapi/order/cancel', { query_code, manage_code });
    await becomes(cancelled, ABANDONED);
    const lines = await linesOf('/orders/export');
    expect([order, cancelled].map(({ no }) => lines.get(no)?.received)).toEqual(['500', '0']);
    for (const each of [order, cancelled]) {
      expect(await stateOf(each)).toBe('not paid');
      expect(lines.get(each.no)).toMatchObject({
        to_agreed: expect.stringMatching(/ LTC on Litecoin$/),
        paid_out: '',
      });
    }
  });
});

const POLLED = { timeout: 30_000, interval: 250 };
const LITECOIN_PLACES = 8;
/** No coin has more. */
const PLACES = 18;

function units(amount: Decimal): bigint {
  return amount.truncate(PLACES);
}
