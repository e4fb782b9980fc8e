import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SimChain } from '../../chains/sim/sim-chain.ts';
import { wrongsOf } from '../testing/books.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';

/** An account pays no more than it holds, with all that is under way, however much more the wallet has elsewhere. */

const ETH = 10n ** 18n;

let world: World;
/** What the treasury's address holds; the rest waits to be swept. */
let atTreasury = 0n;

beforeAll(async () => {
  world = await openWorld();
  const real = sweepingEthereum(world);
  const { id: nativeAssetId } = world.asset('Ethereum/ETH');
  const accountBalances: SimChain['accountBalances'] = async (addresses, asset, at) => {
    const held = await real.accountBalances(addresses, asset, at);
    const isTreasury = addresses.length === 1 && addresses[0] === real.treasury && asset.id === nativeAssetId;
    return isTreasury ? [atTreasury] : held;
  };
  const lean = Object.assign(Object.create(real), { accountBalances });
  world.chains = world.chains.map((chain) => (chain.name === 'Ethereum' ? lean : chain));
});
afterAll(() => world.close());

const signed = async () => {
  const rows = await world.rows<{ units: string }>(
    `SELECT o.units::text FROM payout o JOIN payment p ON p.id = o.payment_id WHERE p.source IS NOT NULL`,
  );
  return rows.reduce((sum, { units }) => sum + BigInt(units), 0n);
};

it('signs only as many payouts as the account can pay together, in one round and in the next', async () => {
  // Each of them gets about 1.2 ETH.
  const orders = [await world.place(), await world.place(), await world.place()];
  for (const order of orders) await world.pay(order);
  atTreasury = 2n * ETH;
  await world.mine(3, 'Bitcoin');
  await world.round();
  await world.round();
  expect(await world.rows('SELECT 1 FROM payout')).toHaveLength(3);
  expect(await signed()).toBeGreaterThan(ETH);
  expect(await signed()).toBeLessThan(2n * ETH);
  // What is sent and in no block is taken all the same.
  await world.round();
  expect(await signed()).toBeLessThan(2n * ETH);
  expect(world.warnings).toContain('a payout waits: the wallet cannot pay it now');
  atTreasury = 9n * ETH;
  await world.settle();
  for (const order of orders) expect(await world.status(order)).toBe(4);
  expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(await signed());
  expect(await wrongsOf(world)).toEqual([]);
});
