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

/** A node that answers the first so many questions about a block with what the next one has changed. */
function hasty(answers: number, changed: bigint): AccountChain {
  let left = answers;
  const ahead = (units: bigint | undefined | null) => (units ?? 0n) + (left-- > 0 ? changed : 0n);
  const asked: Pick<AccountChain, 'balance' | 'accountBalances' | 'takesBlockMs'> = {
    takesBlockMs: 1,
    balance: async (...args) => ahead(await ethereum.balance(...args)),
    accountBalances: async (...args) => (await ethereum.accountBalances(...args))?.map(ahead) ?? null,
  };
  return Object.assign(Object.create(ethereum), asked);
}

const halted = () => world.rows('SELECT asset_id FROM halt');
const deposits = () => world.rows('SELECT units FROM deposit WHERE is_silent');

it('a node that is taking a block halts nothing; one that goes on to say so does', async () => {
  const surplus = new Surplus(ethereum.confirmations);
  await reconcile(world.engine, hasty(1, -1n), lease, surplus);
  expect(await halted()).toEqual([]);
  await reconcile(world.engine, hasty(Number.POSITIVE_INFINITY, -1n), lease, surplus);
  expect(await halted()).not.toEqual([]);
});

it('what the next block brings is no deposit found by its balance; what is there is', async () => {
  await findSilentDeposits(world.engine, hasty(1, 5n), lease, 0);
  expect(await deposits()).toEqual([]);
  await findSilentDeposits(world.engine, hasty(Number.POSITIVE_INFINITY, 5n), lease, 0);
  expect(await deposits()).toEqual([{ units: '5' }]);
});
