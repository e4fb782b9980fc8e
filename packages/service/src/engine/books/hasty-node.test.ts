import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountChain } from '../../chains/chain.ts';
import { type Lease, takeLease } from '../lease.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';
import { reconcile } from './reconcile.ts';
import { findSilentDeposits } from './silent-deposits.ts';
import { Surplus } from './surplus-coins.ts';

let world: World;
let ethereum: AccountChain;
let lease: Lease;
beforeAll(async () => {
  world = await openWorld();
  ethereum = sweepingEthereum(world);
  await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 1,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  await world.settle();
  lease = (await takeLease(world.database, 'test', 'world', world.now, 60)) as Lease;
});
afterAll(() => world.close());

/** A node that answers some questions about a block, which are numbered, with what the next one has changed. */
function hasty(isAhead: (question: number) => boolean, changed: bigint): AccountChain {
  let questions = 0;
  const ahead = (units: bigint | undefined | null) => (units ?? 0n) + (isAhead(questions++) ? changed : 0n);
  const asked: Pick<AccountChain, 'balance' | 'accountBalances' | 'takesBlockMs'> = {
    takesBlockMs: 1,
    balance: async (...args) => ahead(await ethereum.balance(...args)),
    accountBalances: async (...args) => (await ethereum.accountBalances(...args))?.map(ahead) ?? null,
  };
  return Object.assign(Object.create(ethereum), asked);
}

const halted = () => world.rows('SELECT asset_id FROM halt');
const deposits = () => world.rows('SELECT units FROM deposit WHERE is_silent');

const once = (question: number) => question === 0;
const always = () => true;

it('a node that is taking a block halts nothing; one that goes on to say so does', async () => {
  const surplus = new Surplus(ethereum.confirmations);
  const { assets } = world.market().catalogue;
  const compared = assets.filter(({ chain }) => chain.id === ethereum.id).length;
  // Of one asset the first time, of another the second.
  const twice = (question: number) => question === 0 || question === compared + 1;
  for (const isAhead of [once, twice]) {
    await reconcile(world.engine, hasty(isAhead, -1n), lease, surplus);
    expect(await halted()).toEqual([]);
  }
  await reconcile(world.engine, hasty(always, -1n), lease, surplus);
  expect(await halted()).toHaveLength(compared);
});

it('what the next block brings is no deposit found by its balance; what is there is', async () => {
  await findSilentDeposits(world.engine, hasty(once, 5n), lease, 0);
  expect(await deposits()).toEqual([]);
  await findSilentDeposits(world.engine, hasty(always, 5n), lease, 0);
  expect(await deposits()).toEqual([{ units: '5' }]);
});
