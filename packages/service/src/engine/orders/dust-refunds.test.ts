import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Unpayable } from '../../chains/chain.ts';
import { signingThrough } from '../../chains/testing/signing-through.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, REFUND, type World } from '../testing/world.ts';

const DUST = 546n;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // As real nodes do: no node relays less.
  world.chains = world.chains.map((chain) =>
    chain.name !== 'Bitcoin'
      ? chain
      : Object.assign(
          Object.create(chain),
          signingThrough(chain, async (request, sign) => {
            if (request.payees.some(({ units }) => units < DUST)) throw new Unpayable('dust');
            return sign();
          }),
        ),
  );
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const treasury = async () =>
  (
    await world.rows<{ why: string; units: string }>(
      "SELECT why, units::text FROM ledger_entry WHERE account = 'treasury' AND why LIKE '%is not worth%' ORDER BY id",
    )
  ).map(({ why, units }) => [why.replace(/\d+/, 'N'), units]);

describe('a refund below what the chain carries', () => {
  it('stays with the treasury, and the order is refunded when the real refund arrives', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      refund_address: REFUND.Bitcoin,
      on_mismatch: 'refund',
    });
    await world.pay(order, '0.01');
    // 2,000 are the network's; 500 could not be paid.
    await world.pay(order, '0.000025');
    await world.settle();
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 5, refund: [{ volume: '0.00998', status: 2 }] });
    expect(shown.refund.length).toBe(1);
    expect(await treasury()).toEqual([['deposit N is not worth its network fee', '-2500']]);
  });

  it('is given back from where it can be paid on', async () => {
    const order = await world.place({ refund_address: REFUND.Bitcoin });
    await world.pay(order);
    await world.settle();
    await world.pay(order, '0.00002545');
    await world.settle();
    expect((await world.shown(order)).refund).toEqual([]);
    await world.pay(order, '0.00002546');
    await world.settle();
    expect((await world.shown(order)).refund).toMatchObject([{ volume: '0.00000546', status: 2 }]);
  });
});
