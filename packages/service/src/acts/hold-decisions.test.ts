import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearHalt, loadHalts } from '../engine/books/halts.ts';
import { obstaclesTo } from '../engine/books/obstacles.ts';
import { beginHold, readHold } from '../engine/hold/hold.ts';
import { RecordKeeper } from '../engine/hold/keep-record.ts';
import { lostPayments } from '../engine/hold/lost-payments.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { copyStore } from '../engine/testing/copy-store.ts';
import { openWorld, RECEIVER, type World } from '../engine/testing/world.ts';
import { audited, readAudit } from '../operators/audit.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { booksCorrect } from './books-correct.ts';
import { endHoldBy, settlePayment } from './hold-decisions.ts';
import type { Run } from './run.ts';

/** What operators decide about a desk that is held: one of them, or two at once. */

const TO_BITCOIN = {
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};
const ADA = { name: 'ada', via: 'console', address: '' } as const;

let world: World;
let folder: string;
let keeper: RecordKeeper;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-decisions-'));
  world = await openWorld();
  await startAnew();
});
afterEach(async () => {
  await world.record?.close();
  await world.close();
  await rm(folder, { recursive: true });
});

async function startAnew(): Promise<void> {
  await world.record?.close();
  world.record = await SigningRecord.open(folder);
  keeper = new RecordKeeper({
    ...{ database: world.database, record: world.record, clock: () => world.now },
    warn: () => {},
  });
  await keeper.start();
}

async function goOn(rounds = 10): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    await world.pass(1);
    world.now += 20;
    await keeper.keep();
  }
}

const run: Run = (work) => audited(world.database, ADA, world.now, (client) => work(client, world.now));
const isHeld = async () => (await readHold(world.database)) !== null;
const settle = (txid: string) => run((client, now) => settlePayment(client, world.chains, txid, 'ours', now));
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

describe.each([
  ['coins', TO_BITCOIN, 'Bitcoin/BTC', RECEIVER.Bitcoin],
  ['an account', {}, 'Ethereum/ETH', RECEIVER.Ethereum],
])('a payment from %s for an order that the store has forgotten', (_what, wish, assetName, receiver) => {
  it('is settled once by two who do it at once; its books are corrected; the desk goes on', async () => {
    const copy = await copyStore(world.database);
    const order = await world.place(wish);
    await world.pay(order);
    await goOn();
    const paid = await world.received(receiver, assetName);
    expect(paid).toBeGreaterThan(0n);
    await copy.restore();
    await startAnew();
    await goOn();
    expect(await isHeld()).toBe(true);
    await expect(release()).rejects.toThrow('something else has to be decided first');

    for (const { payment } of await lostPayments(world.database, null)) {
      const { txid } = payment;
      const { done, refused } = await atOnce([settle(txid), settle(txid), settle(txid)]);
      expect({ done, refused: refused.length }).toEqual({ done: 1, refused: 2 });
      for (const why of refused) expect(why).toContain('among those that the store lacks');
    }
    expect(await acts('hold settle')).toBeGreaterThan(0);
    await goOn();

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
    await goOn();
    expect(await isHeld()).toBe(false);
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
  await goOn(3);
  expect(await isHeld()).toBe(true);
  const { done, refused } = await atOnce([release(), release()]);
  expect({ done, refused }).toEqual({ done: 1, refused: ['the desk is not held'] });
  expect(await acts('hold release')).toBe(1);
});
