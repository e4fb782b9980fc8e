import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few } from '../../../../test/support/volume.ts';
import { clearHalt, loadHalts } from '../engine/books/halts.ts';
import { obstaclesTo } from '../engine/books/obstacles.ts';
import { beginHold } from '../engine/hold/hold.ts';
import { lostPayments } from '../engine/hold/lost-payments.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { copyStore } from '../engine/testing/copy-store.ts';
import { RecordedDesk, TO_BITCOIN } from '../engine/testing/recorded-desk.ts';
import { RECEIVER, type World } from '../engine/testing/world.ts';
import { audited, readAudit } from '../operators/audit.ts';
import { booksCorrect } from './books-correct.ts';
import { endHoldBy, settlePayment } from './hold-decisions.ts';
import type { Run } from './run.ts';

/** What operators decide about a desk that is held: one of them, or two at once. */

const ADA = { name: 'ada', via: 'console', address: '' } as const;

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
});
afterEach(() => desk.close());

const run: Run = (work) => audited(world.database, ADA, world.now, (client) => work(client, world.now));
const settle = (txid: string) =>
  run((client) => settlePayment(client, world.chains, { txid, why: 'ours', at: world.now, isFinal: false }));
const release = () => run((client) => endHoldBy(client, world.chains, 'the record is lost'));
const acts = async (act: string) => (await readAudit(world.database, { act }, 10)).length;

/** Says which of several that were tried at once were done, and why the others were not. */
async function atOnce(tries: Promise<unknown>[]): Promise<{ done: number; refused: string[] }> {
  const ended = await Promise.allSettled(tries);
  return {
    done: ended.filter(({ status }) => status === 'fulfilled').length,
    refused: ended.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).message] : [])),
  };
}

describe.each(
  few(1, [
    ['coins', TO_BITCOIN, 'Bitcoin/BTC', RECEIVER.Bitcoin],
    ['an account', {}, 'Ethereum/ETH', RECEIVER.Ethereum],
  ]),
)('a payment from %s for an order that the store has forgotten', (_what, wish, assetName, receiver) => {
  it('is settled once by two who do it at once; its books are corrected; the desk goes on', async () => {
    const copy = await copyStore(world.database);
    const order = await world.place(wish);
    await world.pay(order);
    await desk.goOn();
    const paid = await world.received(receiver, assetName);
    expect(paid).toBeGreaterThan(0n);
    await copy.restore();
    await desk.startAnew();
    await desk.goOn();
    expect(await desk.isHeld()).toBe(true);
    await expect(release()).rejects.toThrow('something else has to be decided first');

    for (const { payment } of await lostPayments(world.database, null)) {
      const { txid } = payment;
      const { done, refused } = await atOnce([settle(txid), settle(txid), settle(txid)]);
      expect({ done, refused: refused.length }).toEqual({ done: 1, refused: 2 });
      for (const why of refused) expect(why).toContain('among those that the store lacks');
    }
    expect(await acts('hold settle')).toBeGreaterThan(0);
    await desk.goOn();

    const { catalogue } = world.market();
    for (const { assetId, ledgerUnits, walletUnits } of await loadHalts(world.database)) {
      const asset = catalogue.get(assetId);
      const chain = world.chains.find(({ id }) => id === asset.chain.id);
      if (chain === undefined) continue;
      const said = await obstaclesTo(world.database, chain, catalogue, asset);
      expect(said.map(({ advice }) => advice).join()).toContain('npx swapdesk books correct');
      const correction = { units: walletUnits - ledgerUnits, why: 'paid before the copy', txid: null };
      const correct = () => booksCorrect(world.database, chain, asset, correction, run);
      const { done, refused } = await atOnce([correct(), correct()]);
      expect({ done, refused }).toEqual({
        done: 1,
        refused: [expect.stringContaining('there is nothing to correct')],
      });
    }
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    for (const { assetId } of await loadHalts(world.database)) {
      const asset = catalogue.get(assetId);
      const chain = world.chains.find(({ id }) => id === asset.chain.id);
      expect(chain && (await obstaclesTo(world.database, chain, catalogue, asset))).toEqual([]);
      await clearHalt(world.database, assetId);
    }
    expect(await world.received(receiver, assetName)).toBe(paid);
    expect(await wrongsOf(world)).toEqual([]);
  });
});

it('a hold is released once by two who do it at once', async () => {
  await beginHold(world.database, { id: 'a hold', since: world.now, why: 'a drill' });
  await world.rows(
    "INSERT INTO signing_record (id, folder, tick, seen_at, is_waited_for) VALUES ('gone', '/gone', 0, $1, true)",
    [world.now],
  );
  await desk.goOn(3);
  expect(await desk.isHeld()).toBe(true);
  const { done, refused } = await atOnce([release(), release()]);
  expect({ done, refused }).toEqual({ done: 1, refused: ['the desk is not held'] });
  expect(await acts('hold release')).toBe(1);
});
