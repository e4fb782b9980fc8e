import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../engine/testing/world.ts';
import type { Order } from './order.ts';
import { resolveOrder } from './resolve.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const OURS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const OURS_ON_BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** From then on these are deposit addresses of ours; not yet given to anybody. */
const derive = async (space: string, address: string) =>
  world.rows('UPDATE deposit_address SET address = $2 WHERE space = $1 AND index = 998', [space, address]);
const giveUp = async (space: string) => derive(space, `${space}-998`);

const refundTo = async (order: Order, refund_address: string) =>
  resolveOrder(
    world.database,
    await world.order(order),
    { action: 'refund', refund_address },
    world.market(),
    'test',
  );

describe('an address of our own', () => {
  it('is no receiver and no refund address, whoever was given it, on all chains on which it is one', async () => {
    await derive('evm', OURS);
    await derive('bitcoin', OURS_ON_BITCOIN);
    const to = (to_abbr: string, to_address: string) => ({
      to_address: [{ to_chain: 'Ethereum', to_abbr, to_address }],
    });
    await expect(world.place(to('ETH', OURS))).rejects.toThrow('invalid to address');
    await expect(world.place(to('USDT', OURS.toLowerCase()))).rejects.toThrow('invalid to address');
    await expect(world.place({ refund_address: OURS_ON_BITCOIN })).rejects.toThrow('invalid refund address');
    // Those that are placed at the same moment are not refused with it.
    const [bad, good] = await Promise.allSettled([world.place(to('ETH', OURS)), world.place()]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
    await giveUp('evm');
    await giveUp('bitcoin');
  });

  it('is refused when it is said later where to refund', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order, '0.01');
    await world.settle();
    expect(await world.status(order)).toBe(7);
    // The attack: the order's own address, or another's.
    await world.rows("UPDATE deposit_address SET address = $1 WHERE space = 'bitcoin' AND index = 998", [
      OURS_ON_BITCOIN,
    ]);
    await expect(refundTo(order, OURS_ON_BITCOIN)).rejects.toThrow('invalid refund address');
    await giveUp('bitcoin');
    await refundTo(order, REFUND.Bitcoin);
    await world.settle();
    expect(await world.status(order)).toBe(5);
  });

  it('that became ours after it was said gets no refund: another has to be said', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      refund_address: RECEIVER.Bitcoin,
      on_mismatch: 'refund',
    });
    await derive('bitcoin', RECEIVER.Bitcoin);
    await world.pay(order, '0.01');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 7, refund: [], refund_address: '' });
    await giveUp('bitcoin');
    await refundTo(order, REFUND.Bitcoin);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 5,
      refund: [{ to_addr: REFUND.Bitcoin, volume: '0.00998' }],
    });
  });
});
