import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chain, ExpiryChain } from '../../chains/chain.ts';
import { EXPIRES_S } from '../../chains/sim/sim-expiry-chain.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { wrongsOf } from '../testing/books.ts';
import { deafen } from '../testing/deaf-chain.ts';
import { openWorld, RECEIVER, WITH_TRON, type Wish, type World } from '../testing/world.ts';
import { askToCancel } from './cancelled-payments.ts';

/** Attempts that expire: another is signed only when the chain has passed the first, for good and without it. */

const TO_TRON: Wish = {
  to_address: [{ to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON }],
};

interface Attempt {
  readonly payment_id: number;
  readonly txid: string;
  readonly bytes: Buffer;
  readonly state: string;
  readonly expires_at: number;
}

let world: World;
beforeEach(async () => {
  world = await openWorld(WITH_TRON);
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await world.close();
});

const attempts = () =>
  world.rows<Attempt>(
    `SELECT payment_id, txid, bytes, state, expires_at FROM attempt
      WHERE chain_id = $1 ORDER BY id`,
    [world.asset('TRON/TRX').chain.id],
  );
const states = async () => (await attempts()).map(({ state }) => state);
const payouts = async ({ id }: Order) =>
  (await world.rows<{ state: string }>('SELECT state FROM payout WHERE order_id = $1', [id])).map(
    ({ state }) => state,
  );
const received = () => world.received(RECEIVER.TRON, 'TRON/TRX');

/** An order whose payment is signed and sent, and not in a block. */
async function sent(wish: Wish = TO_TRON): Promise<Order> {
  const order = await world.place(wish);
  await world.pay(order);
  await world.round();
  await world.pass(4);
  expect(await states()).toEqual((await attempts()).map(() => 'sent'));
  return order;
}

/** The network hears of it after all. */
async function submit(): Promise<string> {
  const [attempt] = await attempts();
  return world.network('TRON').network.submit(attempt?.bytes as Buffer);
}

async function mineOnTron(blocks: number): Promise<void> {
  for (let n = 0; n < blocks; n++) {
    await world.mine(1, 'TRON');
    await world.round();
    await world.round();
  }
}

describe('an attempt that expires', () => {
  it('is paid like any other, and says when it expires', async () => {
    const before = world.now;
    const order = await world.place(TO_TRON);
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect((await attempts()).map(({ expires_at }) => expires_at)).toEqual([before + EXPIRES_S]);
  });

  it('is ended by a final block past its expiry, by nothing less; then its payout is paid anew, once', async () => {
    const hear = deafen(world, 'TRON');
    const order = await sent();
    // The clock says nothing.
    world.now += 10 * EXPIRES_S;
    await world.round();
    await world.round();
    expect([await states(), await payouts(order)]).toEqual([['sent'], ['signed']]);
    // Nor does a block that may yet be undone.
    await mineOnTron(2);
    expect([await states(), await payouts(order)]).toEqual([['sent'], ['signed']]);
    await mineOnTron(1);
    expect([(await states())[0], await payouts(order)]).toEqual(['expired', ['signed']]);
    expect(await states()).toEqual(['expired', 'sent']);
    hear();
    world.now += 31;
    await world.settle();
    expect(await states()).toEqual(['expired', 'confirmed']);
    expect(await world.status(order)).toBe(4);
    const [payout] = await world.rows<{ units: string }>(
      'SELECT units::text FROM payout WHERE order_id = $1',
      [order.id],
    );
    expect(await received()).toBe(BigInt(payout?.units as string));
  });

  it('may be taken by the last block that may take it, though that is past its expiry', async () => {
    const hear = deafen(world, 'TRON');
    const order = await sent();
    world.now += 10 * EXPIRES_S;
    await submit();
    await mineOnTron(5);
    hear();
    expect(await states()).toEqual(['confirmed']);
    expect(await world.status(order)).toBe(4);
  });

  it('is not ended as long as a block has it, whatever is said of it', async () => {
    deafen(world, 'TRON');
    const order = await sent();
    await submit();
    world.now += 10 * EXPIRES_S;
    const lies: Partial<ExpiryChain> = {
      passedWithout: async (asked) => asked.map(({ txid }) => txid),
    };
    world.chains = world.chains.map((chain) =>
      chain.name === 'TRON' ? Object.assign(Object.create(chain) as Chain, lies) : chain,
    );
    await mineOnTron(5);
    expect(await states()).toEqual(['confirmed']);
    expect(await world.status(order)).toBe(4);
  });

  it('waits once more when its block is undone, and is sent again as it is', async () => {
    const hear = deafen(world, 'TRON');
    const order = await sent();
    const { network } = world.network('TRON');
    const txid = await submit();
    await mineOnTron(1);
    expect(await states()).toEqual(['mined']);
    await network.reorganize(1, world.now);
    await network.drop(txid);
    hear();
    world.now += 31;
    await mineOnTron(4);
    expect(await states()).toEqual(['confirmed']);
    expect(await world.status(order)).toBe(4);
  });

  it('is cancelled by its expiry: it is not sent any more, and an operator decides', async () => {
    const hear = deafen(world, 'TRON');
    const order = await sent();
    const [attempt] = await attempts();
    expect(await askToCancel(world.database, attempt?.payment_id as number, world.now)).toBe('asked');
    hear();
    world.now += EXPIRES_S;
    await mineOnTron(2);
    expect([await states(), await payouts(order)]).toEqual([['sent'], ['signed']]);
    await mineOnTron(2);
    expect([await states(), await payouts(order)]).toEqual([['expired'], ['failed']]);
    expect(await world.status(order)).toBe(7);
    expect(await received()).toBe(0n);
    expect(await resolveByOperator(world.database, order.id, 'exchange', null)).toBe('resolved');
    await world.settle();
    expect(await states()).toEqual(['expired', 'confirmed']);
    expect(await world.status(order)).toBe(4);
  });

  it('differs from another of the same moment that is alike but for the payout', async () => {
    const to = { to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON, to_ratio: 0.5 };
    const order = await world.place({ to_address: [to, to] });
    await world.pay(order);
    await world.settle();
    expect(await states()).toEqual(['confirmed', 'confirmed']);
    expect(await world.status(order)).toBe(4);
  });
});
