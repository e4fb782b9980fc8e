import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { examine } from '../../observe/doctor.ts';
import { type Lease, takeLease } from '../lease.ts';
import { openWorld, type World } from '../testing/world.ts';
import { CatchUp } from './catch-up.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const real = () => world.chains.find(({ name }) => name === 'Bitcoin') as Chain;

/** Bitcoin as a node has it whose newest block continues another than ours. */
function broken(): Chain {
  const chain = real();
  const fault: Partial<Chain> = {
    async block(height, watch) {
      const block = await chain.block(height, watch);
      const isNewest = block?.hash === (await chain.tip()).hash;
      return block && isNewest ? { ...block, parent: 'elsewhere' } : block;
    },
  };
  return Object.assign(Object.create(chain), fault);
}

async function blocksFinding(chain: Chain) {
  const { catalogue } = world.market();
  const patient = { database: world.database, catalogue, chains: [chain], aheadMs: 0, now: world.now };
  return (await examine(patient)).find(({ what }) => what === 'Bitcoin: blocks');
}

it('a node whose blocks do not link is told of after a minute, once, with what to do, and the doctor sees it', async () => {
  await world.mine(1, 'Bitcoin');
  const catchUp = new CatchUp(broken());
  const follow = async () => {
    const lease = (await takeLease(world.database, 'chain 1', 'world', world.now, 60)) as Lease;
    return catchUp.follow(world.engine, lease);
  };
  const told = () => world.warnings.filter((each) => each.startsWith('nothing is followed'));
  expect(await follow()).toBe(0);
  world.now += 59;
  await follow();
  expect(told()).toEqual([]);
  world.now += 1;
  await follow();
  world.now += 600;
  await follow();
  expect(told()).toEqual([expect.stringMatching(/Restart it.*or name another endpoint/)]);
  expect(await blocksFinding(broken())).toMatchObject({
    isWell: false,
    facts: expect.stringContaining('does not continue'),
    advice: expect.stringContaining('Restart it'),
  });
  expect(await blocksFinding(real())).toMatchObject({ isWell: true });
});

it('the doctor sees a node that has fallen behind what was followed', async () => {
  await world.round();
  const chain = real();
  const { height } = await chain.tip();
  const earlier = await chain.block(height - 2, async () => () => false);
  const fault: Partial<Chain> = {
    tip: async () => ({ height: height - 2, hash: earlier?.hash as string }),
    block: async (wanted, watch) => (wanted > height - 2 ? null : chain.block(wanted, watch)),
  };
  expect(await blocksFinding(Object.assign(Object.create(chain), fault))).toMatchObject({
    isWell: false,
    facts: `followed to ${height}, but the node has no such block; it ends at ${height - 2}`,
  });
});

it('is at the tip where each round finds a new block and has time for one only', async () => {
  await world.round();
  const chain = real();
  const slow: Partial<Chain> = {
    async tip() {
      world.now += 3;
      return chain.tip();
    },
  };
  const catchUp = new CatchUp(Object.assign(Object.create(chain), slow));
  const follow = async () => {
    const lease = (await takeLease(world.database, 'chain 1', 'world', world.now, 60)) as Lease;
    return { blocks: await catchUp.follow(world.engine, lease), isAtTip: catchUp.isAtTip };
  };
  await world.mine(2, 'Bitcoin');
  expect(await follow()).toEqual({ blocks: 1, isAtTip: false });
  expect(await follow()).toEqual({ blocks: 1, isAtTip: true });
  await world.mine(1, 'Bitcoin');
  expect(await follow()).toEqual({ blocks: 1, isAtTip: true });
});

it('goes on for longer once it is known to be far behind: slow answers do not keep it there', async () => {
  await world.round();
  const chain = real();
  const slow: Partial<Chain> = {
    async block(height, watch) {
      world.now += 2;
      return chain.block(height, watch);
    },
  };
  const catchUp = new CatchUp(Object.assign(Object.create(chain), slow));
  const follow = async () => {
    const lease = (await takeLease(world.database, 'chain 1', 'world', world.now, 60)) as Lease;
    return catchUp.follow(world.engine, lease);
  };
  await world.mine(30, 'Bitcoin');
  expect([await follow(), await follow()]).toEqual([1, 5]);
});
