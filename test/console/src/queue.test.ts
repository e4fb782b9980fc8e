import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { type ConsoleBrowser, makeOperator, signedIn } from './support/console.ts';
import { post } from './support/post.ts';

/** What came wrongly, and what an operator does about it. */

const RECEIVER = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const REFUND_TO = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let store: DeskStore;
let service: RunningService;
let support: ConsoleBrowser;
let other: ConsoleBrowser;
/** An order for Ether to which 500 USDT came. */
let no: string;

beforeAll(async () => {
  store = await createDeskStore(8);
  service = await startService(store.env);
  await makeOperator(store.database, 'sam', 'support');
  support = await signedIn(store.database, service.url, 'sam');
  await makeOperator(store.database, 'tom', 'support');
  other = await signedIn(store.database, service.url, 'tom');
  await store.database.query("UPDATE operator SET is_enrolled = true, sealed_totp = '\\x00'");
  const order = await post(service.url, '/openapi/order/place', {
    exchange_mode: 'float',
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 0.5,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER }],
  });
  no = order.no ?? '';
  await post(service.url, '/testnet/pay', { query_code: order.query_code, amount: 500, asset: 'USDT' });
  await until(async () => (await queue()).deposits.length > 0);
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    await post(service.url, '/testnet/mine', { chain: 'Ethereum' });
    await setTimeout(BLOCK_PAUSE_MS);
  }
}
const queue = async () => (await support.get('/queue')).data;

describe('a wrong coin', () => {
  it('waits in the queue with its order, and is counted on the overview', async () => {
    const { deposits, losses, orders } = await queue();
    expect(deposits).toMatchObject([{ kind: 'surplus', reason: 'WRONG_COIN', order: no, abbr: 'USDT' }]);
    expect([losses, orders]).toEqual([[], []]);
    await until(async () => String((await support.get('/overview')).data.to_decide) === '1');
  });

  it('is given back to an address, with the fee and what arrives said before, and by whom', async () => {
    const [{ id }] = (await queue()).deposits;
    const deposit = Number(id);
    const wrong = await support.post('/queue/preview', { deposit, address: 'nonsense' });
    expect(wrong.msg).toBe('invalid refund address');
    const { data } = await support.post('/queue/preview', { deposit, address: REFUND_TO.toLowerCase() });
    expect(data.address).toBe(REFUND_TO);
    const [fee, arrives] = [data.fee.amount, data.arrives.amount].map(
      (amount) => amount.truncate(6) as bigint,
    );
    expect((fee as bigint) + (arrives as bigint)).toBe(500_000_000n);
    const body = { deposit, address: REFUND_TO, reason: 'asked by mail' };
    expect((await support.post('/queue/give-back', { deposit, address: REFUND_TO })).status).toBe(400);
    const asked = await support.post('/queue/give-back', body);
    expect(asked).toMatchObject({ status: 200, code: 0 });
    expect((await support.post('/queue/give-back', body)).msg).toContain('proposed already');
    const proposal = asked.data.proposal.toInteger();
    expect((await support.post('/proposals/confirm', { id: proposal })).msg).toBe(
      'another operator has to confirm it',
    );
    expect((await queue()).deposits).toHaveLength(1);
    expect((await other.post('/proposals/confirm', { id: proposal })).msg).toBe('success');
    expect((await support.post('/queue/give-back', body)).msg).toContain('decided about already');
    await until(async () => {
      const { rows } = await store.database.query(`SELECT state FROM payout WHERE reason = 'refund'`);
      return rows.length === 1 && rows[0].state === 'confirmed';
    });
    expect((await queue()).deposits).toEqual([]);
    const { rows } = await store.database.query(
      `SELECT actor, subject, changes FROM audit_entry WHERE act LIKE '%surplus return' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { actor: 'sam', subject: no },
      { actor: 'tom', subject: no },
    ]);
    expect(JSON.stringify(rows[0].changes)).toContain('asked by mail');
  });
});

describe('a loss', () => {
  it('is listed until it is acknowledged, once', async () => {
    await store.database.query(
      `INSERT INTO loss (deposit_id, order_id, asset_id, units, at) SELECT id, order_id, asset_id, units, 5 FROM deposit
        WHERE order_id IS NOT NULL`,
    );
    expect((await queue()).losses).toMatchObject([{ order: no, abbr: 'USDT' }]);
    expect(await support.post('/losses/acknowledge', { no: no.toLowerCase() })).toMatchObject({
      status: 200,
      code: 0,
    });
    expect((await queue()).losses).toEqual([]);
    expect((await support.post('/losses/acknowledge', { no })).msg).toBe('the order has no loss that waits');
  });
});
