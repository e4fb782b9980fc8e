import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountEvent } from '../../../packages/contract/src/index.ts';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { startService } from '../../support/service.ts';
import { IS_LONG, volume } from '../../support/volume.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { createKey, get, type Key, openTarget, post, type Target } from './support/target.ts';

const ORDERS = volume(4, 12);
/** How often all of the service is killed: what moves orders, what numbers, what tells. */
const KILLS = volume(2, 8);

let target: Target;
let key: Key;
beforeAll(async () => {
  target = await openTarget();
  key = await createKey(target, 'shop');
});
afterAll(() => target.stop());

it.runIf(IS_LONG)(
  'the log of an account is whole for who reads on, while nodes are killed and two number at once',
  async () => {
    let service = await startService(target.env);
    const url = () => service.url;
    const log: AccountEvent[] = [];
    let next = 0;
    /** As a client: goes on after what it has, at whichever node is there. */
    const readOn = async () => {
      const { json } = await get(url(), `/openapi/events?after=${next}&limit=7`, { key });
      log.push(...json.data);
      next = json.next;
    };
    const codes: string[] = [];
    while (codes.length < ORDERS) {
      const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
      for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
      const { json } = await post(url(), '/openapi/order/place', body, { key });
      if (json.code === 0) codes.push(json.data.query_code);
    }
    for (const query_code of codes) await post(url(), '/testnet/pay', { query_code });
    let isDone = false;
    const reading = (async () => {
      while (!isDone) {
        await readOn().catch(() => {});
        await new Promise((done) => setTimeout(done, 20));
      }
    })();
    const mining = (async () => {
      while (!isDone) {
        for (const chain of ['Bitcoin', 'Ethereum'])
          await post(url(), '/testnet/mine', { chain }).catch(() => {});
        await new Promise((done) => setTimeout(done, BLOCK_PAUSE_MS));
      }
    })();
    for (let kills = 0; kills < KILLS; kills++) {
      await new Promise((done) => setTimeout(done, 150 + 250 * kills));
      await service.kill();
      service = await startService(target.env);
    }
    const completed = () => log.filter(({ status }) => status === 4).length;
    while (completed() < ORDERS) await new Promise((done) => setTimeout(done, 20));
    isDone = true;
    await Promise.all([reading, mining]);
    await readOn();
    await service.stop();

    expect(log.map(({ account_number }) => account_number)).toEqual(log.map((_, n) => n + 1));
    const { rows } = await target.store.database.query<{ no: string; types: string[] }>(
      `SELECT o.no, array_agg(e.type ORDER BY e.id) AS types FROM order_event e JOIN orders o ON o.id = e.order_id
      WHERE o.account_id <> 0 GROUP BY o.no`,
    );
    expect(rows).toHaveLength(ORDERS);
    for (const { no, types } of rows) {
      const its = log.filter(({ order_no }) => order_no === no);
      expect(its.map(({ type }) => type)).toEqual(types);
      expect(its.map(({ number }) => number)).toEqual(types.map((_, n) => n + 1));
    }
  },
);
