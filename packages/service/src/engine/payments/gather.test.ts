import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BeyondLimit, type Chain, type DurableRequest, Unpayable } from '../../chains/chain.ts';
import { failTransaction } from '../../chains/sim/fail-transaction.ts';
import type { Order } from '../../orders/order.ts';
import { NotOurs } from '../../wallet/key-ring.ts';
import { wrongsOf } from '../testing/books.ts';
import { deafen } from '../testing/deaf-chain.ts';
import { openWorld, RECEIVER, WITH_SOLANA, type World } from '../testing/world.ts';
import { batchesOf } from './gather.ts';

/** Where the treasury pays the fee, one transaction brings in from several deposit addresses: of the test network, from three. */

interface Sweep {
  readonly payment_id: number;
  readonly txid: string;
  readonly state: string;
  readonly is_failed: boolean;
  readonly sources: readonly string[];
}

let world: World;
beforeEach(async () => {
  world = await openWorld(WITH_SOLANA);
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await world.close();
});

const network = () => world.network('Solana').network;
const sweeps = () =>
  world.rows<Sweep>(
    `SELECT a.payment_id, a.txid, a.state, a.is_failed, a.sources FROM attempt a JOIN payment p ON p.id = a.payment_id
      WHERE p.purpose = 'sweep' AND a.chain_id = $1 ORDER BY a.id`,
    [world.asset('Solana/SOL').chain.id],
  );
/** By how many addresses each took from. */
const sizes = async () => (await sweeps()).map(({ sources }) => sources.length - 1);

/** Each pays one order. */
async function deposits(count: number, abbr = 'USDC'): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < count; n++) {
    const order = await world.place({
      from_chain: 'Solana',
      from_abbr: abbr,
      from_quantity: abbr === 'USDC' ? 4_000 + n : 20 + n,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    await world.pay(order);
    orders.push(order);
  }
  return orders;
}

/** All is brought in, and nothing is left where it was. */
async function broughtIn(orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    expect(await world.status(order)).toBe(4);
    expect(await network().heldBy([order.address], order.assetId)).toBe(0n);
  }
  expect(await world.rows('SELECT address FROM holder')).toEqual([]);
}

it('four tokens come in by two transactions, and coins of the chain likewise', async () => {
  const orders = [...(await deposits(4)), ...(await deposits(2, 'SOL'))];
  await world.pass(14);
  expect((await sizes()).sort()).toEqual([1, 2, 3]);
  await broughtIn(orders);
});

/** Nothing that takes from such addresses is signed, until this is called. */
function refuse(isRefused: (sources: readonly string[]) => boolean, why: Error): () => void {
  const before = world.chains;
  world.chains = before.map((chain) => {
    if (chain.name !== 'Solana') return chain;
    const sign = chain.sign as (request: DurableRequest) => Promise<unknown>;
    return Object.assign(Object.create(chain) as Chain, {
      async sign(request: DurableRequest) {
        const sources = [request.source, ...(request.gathers ?? []).map(({ source }) => source)];
        if (isRefused(sources)) throw why;
        return sign.call(chain, request);
      },
    });
  });
  return () => {
    world.chains = before;
  };
}

it.each([new Unpayable('its account is frozen'), new NotOurs('its key is another')])(
  'one that is wrong keeps no other waiting: %s',
  async (why) => {
    const orders = await deposits(3);
    const [, wrong] = orders as [Order, Order, Order];
    const allow = refuse((sources) => sources.includes(wrong.address), why);
    await world.pass(12);
    expect(await sizes()).toEqual([1, 1]);
    allow();
    await world.pass(8);
    await broughtIn(orders);
  },
);

it('a limit of the signer is not of one: all wait for it together', async () => {
  const orders = await deposits(3);
  const allow = refuse((sources) => sources.length > 1, new BeyondLimit('above the limit of an hour'));
  await world.pass(12);
  expect(await sizes()).toEqual([]);
  allow();
  await world.pass(8);
  expect(await sizes()).toEqual([3]);
  await broughtIn(orders);
});

it('one that failed in a block is made anew, address by address', async () => {
  const orders = await deposits(3);
  for (let n = 0; n < 12 && (await sweeps()).length === 0; n++) await world.pass(1);
  const [first] = await sweeps();
  expect(await failTransaction(network(), first?.txid as string, world.asset('Solana/SOL').id)).toBe(true);
  await world.pass(14);
  expect(await sizes()).toEqual([3, 1, 1, 1]);
  expect((await sweeps())[0]).toMatchObject({ state: 'confirmed', is_failed: true });
  await broughtIn(orders);
});

it('another attempt takes the same from each', async () => {
  // A nonce account is open from then on.
  await deposits(1);
  await world.pass(12);
  const hear = deafen(world, 'Solana');
  const orders = await deposits(3);
  await world.pass(5);
  world.now += 601;
  await world.pass(1);
  const [, one, other] = await sweeps();
  expect([other?.payment_id, other?.sources.length]).toEqual([one?.payment_id, 4]);
  expect(new Set(other?.sources)).toEqual(new Set(one?.sources));
  hear();
  await network().submit((await bytesOf(other?.txid as string)) as Buffer);
  await world.pass(8);
  expect((await sweeps()).slice(1).map(({ state }) => state)).toEqual(['replaced', 'confirmed']);
  await broughtIn(orders);
});

async function bytesOf(txid: string): Promise<Buffer | undefined> {
  const [row] = await world.rows<{ bytes: Buffer }>('SELECT bytes FROM attempt WHERE txid = $1', [txid]);
  return row?.bytes;
}

it('are as few as can be; an address where something failed goes by itself', () => {
  const part = fc.record({ balance: fc.record({ hasFailed: fc.boolean() }) });
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: 1, max: 8 }), (parts, most) => {
      const batches = batchesOf(parts, most);
      expect(new Set(batches.flat())).toEqual(new Set(parts));
      expect(batches.flat()).toHaveLength(parts.length);
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(most);
        if (batch.some(({ balance }) => balance.hasFailed)) expect(batch).toHaveLength(1);
      }
      const [failed, fine] = [true, false].map(
        (is) => parts.filter(({ balance }) => balance.hasFailed === is).length,
      ) as [number, number];
      expect(batches).toHaveLength(failed + Math.ceil(fine / most));
    }),
  );
});
