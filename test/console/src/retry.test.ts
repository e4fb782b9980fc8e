import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { cancelPayout } from '../../support/cancelled-payout.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { IS_LONG } from '../../support/volume.ts';
import { type ConsoleBrowser, makeOperator, signedIn } from './support/console.ts';
import { post } from './support/post.ts';

/** A payout that was cancelled, and an operator who has it paid anew. */

const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let store: DeskStore;
let env: Record<string, string>;
let service: RunningService;
let browser: ConsoleBrowser;

beforeAll(async () => {
  store = await createDeskStore(8);
  env = store.env;
  service = await startService(env);
  await makeOperator(store.database, 'sam', 'support');
  browser = await signedIn(store.database, service.url, 'sam');
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

async function becomes(no: string, status: number): Promise<void> {
  for (;;) {
    for (const chain of ['Bitcoin', 'Ethereum']) await post(service.url, '/testnet/mine', { chain });
    const { rows } = await store.database.query('SELECT status FROM orders WHERE no = $1', [no]);
    if (rows[0]?.status === status) return;
    await setTimeout(BLOCK_PAUSE_MS);
  }
}

/** What the receiver has on the test network, in its smallest unit. */
async function received(): Promise<bigint> {
  const { rows } = await store.database.query<{ units: string }>(
    `SELECT coalesce(sum(units), 0)::text AS units FROM sim_move m JOIN sim_tx t USING (chain_id, txid)
      WHERE m.address = $1 AND t.state = 'mined'`,
    [RECEIVER],
  );
  return BigInt(rows[0]?.units ?? 0);
}

it.runIf(IS_LONG)(
  'a payout that surely was not paid is made anew, once, by whoever takes responsibility for it',
  async () => {
    const order = await post(service.url, '/openapi/order/place', {
      exchange_mode: 'float',
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      from_quantity: 0.05,
      to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER }],
    });
    const no = order.no as string;
    const act = (path: string, more: object = {}) => browser.post(`/order/${path}`, { no, ...more });

    // While everything goes its way there is nothing to try again.
    expect((await act('preview', { action: 'retry' })).data).toMatchObject({
      is_possible: false,
      why_not: 'nothing of this order has failed for good',
    });
    expect(await act('retry', { reason: 'to be sure' })).toMatchObject({
      code: 1,
      msg: 'nothing of this order has failed for good',
    });

    await cancelPayout(
      { url: service.url, database: store.database, env },
      no,
      { from: 'Bitcoin', to: 'Ethereum' },
      () => post(service.url, '/testnet/pay', { query_code: order.query_code }),
    );
    expect(await received()).toBe(0n);
    const failed = (await browser.get(`/order?no=${no}`)).data;
    expect(failed.payouts).toMatchObject([{ purpose: 'output', state: 'failed', address: RECEIVER }]);
    expect(failed.actions).toContain('retry');

    const { data: preview } = await act('preview', { action: 'retry' });
    expect(preview).toMatchObject({ is_possible: true, why_not: '' });
    expect(String(preview.status_after)).toBe('3');
    expect(preview.consequences).toMatchObject([{ what: 'is tried again', abbr: 'ETH', address: RECEIVER }]);
    expect(preview.consequences[0].amount.compare(failed.payouts[0].amount)).toBe(0);

    expect(await act('retry', { reason: 'the fee was too low' })).toMatchObject({ status: 200, code: 0 });
    await becomes(no, 4);
    const { data: done } = await browser.get(`/order?no=${no}`);
    expect(done.payouts).toMatchObject([{ purpose: 'output', state: 'confirmed' }]);
    expect(await received()).toBe(preview.consequences[0].amount.truncate(18));
    expect(done.acts).toMatchObject([
      {
        act: 'order retry',
        actor: 'sam',
        via: 'console',
        subject: no,
        changes: [
          { what: 'resolution', before: null, after: 'exchange' },
          { what: 'reason', before: null, after: 'the fee was too low' },
        ],
      },
    ]);

    // What was paid is not paid again.
    expect(await act('retry')).toMatchObject({ code: 1, msg: 'nothing of this order has failed for good' });
    expect((await browser.get(`/order?no=${no}`)).data.acts).toHaveLength(1);
  },
);
