import { ORDER_STATUS } from '@swapdesk/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountChain } from '../../chains/chain.ts';
import { type Lease, takeLease } from '../lease.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';
import { findSilentDeposits } from './silent-deposits.ts';

const ORDERS = 45;
/** Ten minutes, at a look every half minute. */
const MOST_LOOKS = 20;

let world: World;
let ethereum: AccountChain;
beforeAll(async () => {
  world = await openWorld();
  ethereum = sweepingEthereum(world);
  for (let n = 0; n < ORDERS; n++) {
    await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
  }
  await world.rows('UPDATE orders SET status = $1', [ORDER_STATUS.expired]);
});
afterAll(() => world.close());

it('expired orders are all asked about within ten minutes while nothing is awaited, some at each look', async () => {
  const asked: string[][] = [];
  const chain: AccountChain = Object.assign(Object.create(ethereum), {
    accountBalances(addresses: readonly string[], ...rest: never[]) {
      asked.push([...addresses]);
      return (ethereum.accountBalances as (...all: unknown[]) => unknown).call(ethereum, addresses, ...rest);
    },
  });
  const lease = (await takeLease(world.database, 'test', 'world', world.now, 60)) as Lease;
  let after = 0;
  do after = await findSilentDeposits(world.engine, chain, lease, after, true);
  while (after !== 0 && asked.length <= MOST_LOOKS);
  expect(asked.length).toBeLessThanOrEqual(MOST_LOOKS);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(Math.ceil(ORDERS / MOST_LOOKS));
  expect(new Set(asked.flat()).size).toBe(ORDERS);
});
