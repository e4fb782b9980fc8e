import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, Unpayable } from '../chains/chain.ts';
import { signingThrough } from '../chains/testing/signing-through.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, RECEIVER, REFUND, WITH_TRON, type World } from '../engine/testing/world.ts';
import { confirmProposal, propose, withdrawProposal } from '../operators/proposals.ts';
import type { Order } from '../orders/order.ts';
import { transaction } from '../store/transaction.ts';
import { ACTS } from './index.ts';
import { redirectPayout } from './redirect-payout.ts';

let world: World;
let chains: Chain[];
beforeAll(async () => {
  world = await openWorld(WITH_TRON);
  chains = world.chains;
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
const context = () => ({
  market: world.market(),
  network: 'test' as const,
  screen: world.screen,
  withdrawals: {},
});

const ask = (payout: number, address: string) =>
  transaction(world.database, async (client) => {
    const args = { payout: String(payout), address };
    return (await propose(client, redirectPayout, args, ROOT, context(), world.now)).result;
  });
const confirm = (id: number, waitS = 0) =>
  transaction(world.database, (client) =>
    confirmProposal(client, ACTS, id, ROOT, context(), waitS, world.now),
  );

/** Receivers that no payment reaches. */
function unpayable(...addresses: string[]): void {
  world.chains = chains.map((chain) =>
    Object.assign(
      Object.create(chain),
      signingThrough(chain, async (request, sign) => {
        if (request.payees.some(({ address }) => addresses.includes(address)))
          throw new Unpayable('its receiver takes nothing');
        return sign();
      }),
    ),
  );
}

const payoutsOf = ({ id }: Order) =>
  world.rows<{ id: number; reason: string; state: string; address: string }>(
    'SELECT id, reason, state, address FROM payout WHERE order_id = $1 ORDER BY id',
    [id],
  );

/** An order for two receivers, of whom the first cannot be paid. */
async function halfPaid(): Promise<Order> {
  unpayable(RECEIVER.Ethereum);
  const order = await world.place({
    refund_address: REFUND.Bitcoin,
    to_address: [
      { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum, to_ratio: 0.5 },
      { to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON, to_ratio: 0.5 },
    ],
  });
  await world.pay(order);
  await world.settle();
  expect(await world.status(order)).toBe(3);
  return order;
}

describe('an output that cannot be paid', () => {
  it('goes to another address once that is confirmed, and its order is completed', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    expect(unpaid).toMatchObject({ state: 'ready', address: RECEIVER.Ethereum });
    const before = await world.received(OTHER, 'Ethereum/ETH');
    const id = await ask(unpaid?.id as number, OTHER.toLowerCase());
    await world.settle();
    expect(await world.status(order)).toBe(3);
    await confirm(id);
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 4 });
    expect(shown.children[0]).toMatchObject({ status: 3, output: [{ to_addr: OTHER }] });
    // 0.5 × 0.05 BTC at 100,000 is 0.625 ETH; less 0.5 % and the network fee.
    expect((await world.received(OTHER, 'Ethereum/ETH')) - before).toBe(621_770_000_000_000_000n);
    const events = await world.rows('SELECT type FROM order_event WHERE order_id = $1 AND type = $2', [
      order.id,
      'payout.redirected',
    ]);
    expect(events.length).toBe(1);
  });

  it('is not changed before somebody else, or the time, has confirmed it; and never by another proposal', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    const id = await ask(unpaid?.id as number, OTHER);
    await expect(ask(unpaid?.id as number, OTHER)).rejects.toThrow('proposed already');
    await expect(confirm(id, 3_600)).rejects.toThrow('wait a while');
    await expect(
      world.database.query(`UPDATE proposal SET arguments = '{"payout":"1","address":"x"}' WHERE id = $1`, [
        id,
      ]),
    ).rejects.toThrow('decided once, as it was made');
    world.now += 3_600;
    await confirm(id, 3_600);
    await expect(confirm(id)).rejects.toThrow('confirmed or withdrawn already');
    await expect(
      transaction(world.database, (client) => withdrawProposal(client, ACTS, id, ROOT, world.now)),
    ).rejects.toThrow('confirmed or withdrawn already');
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('is looked at again when it is confirmed: what was signed meanwhile is not sent elsewhere', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    const id = await ask(unpaid?.id as number, OTHER);
    world.chains = chains;
    world.now += 60;
    await world.round();
    expect(await payoutsOf(order)).toMatchObject([{ state: 'signed' }, { state: 'confirmed' }]);
    await expect(confirm(id)).rejects.toThrow('paid, or may still be');
    await expect(ask(unpaid?.id as number, OTHER)).rejects.toThrow('paid, or may still be');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 4,
      children: [{ output: [{ to_addr: RECEIVER.Ethereum }] }, {}],
    });
  });

  it('never goes to an address of ours, to one that screening refuses, or where it goes already', async () => {
    const order = await halfPaid();
    const id = (await payoutsOf(order))[0]?.id as number;
    await world.rows("UPDATE deposit_address SET address = $1 WHERE space = 'evm' AND index = 999", [OTHER]);
    await expect(ask(id, OTHER)).rejects.toThrow('invalid to address');
    await world.rows("UPDATE deposit_address SET address = 'evm-999' WHERE space = 'evm' AND index = 999");
    await expect(ask(id, 'nonsense')).rejects.toThrow('invalid to address');
    await expect(ask(id, RECEIVER.Ethereum)).rejects.toThrow('goes to that address already');
    world.screen = async ({ address }) => ({ isHit: address === OTHER, detail: 'listed' });
    await expect(ask(id, OTHER)).rejects.toThrow('screening refuses');
    world.screen = async () => {
      throw new Error('away');
    };
    await expect(ask(id, OTHER)).rejects.toThrow('no answer from screening');
    world.screen = async () => ({ isHit: false, detail: '' });
    await confirm(await ask(id, OTHER));
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('is not signed for the address that it had before', async () => {
    const order = await halfPaid();
    const [unpaid] = await payoutsOf(order);
    const id = await ask(unpaid?.id as number, OTHER);
    const before = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
    world.now += 60;
    // While the bytes for the old address are being made, it is redirected.
    let isRedirected = false;
    world.chains = chains.map((chain) =>
      Object.assign(
        Object.create(chain),
        signingThrough(chain, async (request, sign) => {
          const signed = await sign();
          if (!isRedirected && request.payees[0]?.address === RECEIVER.Ethereum) {
            isRedirected = true;
            await confirm(id);
          }
          return signed;
        }),
      ),
    );
    await expect(world.round()).rejects.toThrow('payouts have changed while they were being signed');
    expect(isRedirected).toBe(true);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 4,
      children: [{ output: [{ to_addr: OTHER }] }, {}],
    });
    expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(before);
  });
});

describe('a refund that cannot be paid', () => {
  it('goes to another address, and its order is refunded', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      on_mismatch: 'refund',
      refund_address: REFUND.Bitcoin,
    });
    unpayable(REFUND.Bitcoin);
    await world.pay(order, '0.01');
    await world.settle();
    const [refund] = await payoutsOf(order);
    expect([await world.status(order), refund?.state, refund?.reason]).toEqual([7, 'ready', 'refund']);
    await confirm(await ask(refund?.id as number, RECEIVER.Bitcoin));
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 5,
      refund: [{ to_addr: RECEIVER.Bitcoin, volume: '0.00998', status: 2 }],
    });
  });
});
