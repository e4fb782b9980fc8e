import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { clearHalt } from '../books/halts.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A node that says nothing of transfers. */
function hiding(chain: Chain): Chain {
  return new Proxy(chain, {
    get(target, name) {
      if (name === 'block') {
        return async (...args: Parameters<Chain['block']>) => {
          const block = await target.block(...args);
          return block === null ? null : { ...block, transactions: [] };
        };
      }
      if (name === 'mempool') return async () => ({ has: () => false, transactions: [], noted() {} });
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

async function ask(first: number, last: number): Promise<void> {
  await world.database.query(
    `INSERT INTO rescan (chain_id, first, next, last) VALUES (1, $1, $1, $2)
         ON CONFLICT (chain_id) DO UPDATE SET first = $1, next = $1, last = $2, found = 0`,
    [first, last],
  );
}

const foundByRescan = async () => (await world.rows<{ found: number }>('SELECT found FROM rescan'))[0]?.found;

describe('a rescan', () => {
  it('finds a deposit that a node kept back, and the order goes on', async () => {
    const honest = world.chains;
    const { height } = await world.network('Bitcoin').network.tip();
    const order = await world.place();
    world.chains = honest.map((chain) => (chain.name === 'Bitcoin' ? hiding(chain) : chain));
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(1);
    world.chains = honest;
    await ask(height, height + 6);
    await world.settle();
    expect(await foundByRescan()).toBe(1);
    await clearHalt(world.database, world.asset('Bitcoin/BTC').id);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('changes nothing where nothing was missed, not even for coins that are spent', async () => {
    const paid = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address: [
        { to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
      ],
    });
    await world.pay(paid);
    await world.settle();
    const state = () =>
      world.rows('SELECT spend, units FROM coin UNION ALL SELECT why, units FROM ledger_entry ORDER BY 1, 2');
    const before = await state();
    const { height } = await world.network('Bitcoin').network.tip();
    await ask(1, height);
    for (let n = 0; n * 20 < height; n++) await world.round();
    expect(await foundByRescan()).toBe(0);
    expect(await state()).toEqual(before);
  });
});
