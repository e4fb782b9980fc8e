import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Chain, type DurableRequest, Unpayable } from '../../chains/chain.ts';
import type { Order } from '../../orders/order.ts';
import { RECORDED } from '../../record/purposes.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { RECEIVER, WITH_SOLANA, type World } from '../testing/world.ts';

/** What the record has of a sweep from several addresses that was given up, and the store lacks. */

let desk: RecordedDesk;
let world: World;
beforeEach(async () => {
  desk = await RecordedDesk.open(WITH_SOLANA);
  world = desk.world;
  [isDeaf, isFrozen] = [false, false];
  world.chains = world.chains.map((chain) => (chain.name === 'Solana' ? wrapped(chain) : chain));
});
afterEach(async () => {
  expect(await desk.isHeld()).toBe(false);
  expect(await wrongsOf(world)).toEqual([]);
  await desk.close();
});

class Killed extends Error {}

const sweeps = () =>
  world.rows<{ state: string; is_cancel: boolean; addresses: number }>(
    `SELECT a.state, a.is_cancel, cardinality(a.sources) - 1 AS addresses FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE p.purpose = 'sweep' AND a.chain_id = 9 ORDER BY a.id`,
  );

/** Whether the network hears nothing; whether nothing that takes from several addresses can be signed. */
let isDeaf: boolean;
let isFrozen: boolean;

function wrapped(chain: Chain): Chain {
  const sign = chain.sign as (request: DurableRequest) => Promise<unknown>;
  return Object.assign(Object.create(chain) as Chain, {
    async sign(request: DurableRequest) {
      if (isFrozen && request.gathers !== undefined) throw new Unpayable('one of its accounts is frozen');
      return sign.call(chain, request);
    },
    async broadcast(bytes: Uint8Array) {
      if (!isDeaf) await chain.broadcast(bytes);
    },
  });
}

async function tokens(count: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < count; n++)
    orders.push(
      await desk.paid({
        from_chain: 'Solana',
        from_abbr: 'USDC',
        from_quantity: 4_000 + n,
        to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
      }),
    );
  return orders;
}

/** Three tokens whose sweep no network has heard of, and which cannot be signed again. */
async function stuckSweep(): Promise<Order[]> {
  // A nonce account is open from then on.
  await tokens(1);
  await desk.goOn();
  isDeaf = true;
  const orders = await tokens(3);
  await desk.goOn(6);
  expect(await sweeps()).toEqual([
    { state: 'confirmed', is_cancel: false, addresses: 1 },
    { state: 'sent', is_cancel: false, addresses: 3 },
  ]);
  isFrozen = true;
  world.now += 601;
  return orders;
}

/** The network hears again, but not before what gives the sweep up is stored: else it would take the sweep. */
async function heard(): Promise<void> {
  for (let n = 0; n < 10 && (await sweeps()).length === 2; n++) await desk.goOn(1);
  [isDeaf, isFrozen] = [false, false];
  world.now += 31;
  await desk.goOn(20);
}

/** All is brought in, each by itself. */
async function broughtIn(orders: readonly Order[]): Promise<void> {
  expect((await sweeps()).slice(1)).toEqual([
    { state: 'replaced', is_cancel: false, addresses: 3 },
    { state: 'confirmed', is_cancel: true, addresses: 0 },
    ...orders.map(() => ({ state: 'confirmed', is_cancel: false, addresses: 1 })),
  ]);
  for (const order of orders) {
    expect(await world.status(order)).toBe(4);
    expect(await world.network('Solana').network.heldBy([order.address], order.assetId)).toBe(0n);
  }
}

it.each([
  ['as this process words it', RECORDED.cancel],
  ['as a signer does', RECORDED.filler],
])('whoever is killed between the record, %s, and the store gives it up when it is back', async (_, word) => {
  const orders = await stuckSweep();
  const record = world.record as SigningRecord;
  const note = record.note.bind(record);
  let isKilled = false;
  record.note = async (payments: readonly RecordedPayment[]) => {
    isKilled = payments.some(({ purpose }) => purpose === RECORDED.cancel);
    await note(isKilled ? payments.map((each) => ({ ...each, purpose: word })) : payments);
    if (isKilled) throw new Killed();
  };
  while (!isKilled)
    await world.round().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  expect(await sweeps()).toHaveLength(2);
  await desk.startAnew();
  await heard();
  await broughtIn(orders);
});

it('a store that has gone back to before it was given up learns of that, and nothing counts as brought in', async () => {
  const orders = await stuckSweep();
  const copy = await copyStore(world.database);
  await heard();
  await broughtIn(orders);
  await copy.restore();
  await desk.startAnew();
  await desk.goOn(25);
  await broughtIn(orders);
});
