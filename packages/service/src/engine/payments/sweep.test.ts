import { afterAll, beforeAll, expect, it } from 'vitest';
import { failTransaction } from '../../chains/sim/fail-transaction.ts';
import { SimNetwork } from '../../chains/sim/sim-network.ts';
import { wrongsOf } from '../testing/books.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';

let world: World;
let ethereum: SimNetwork;
beforeAll(async () => {
  world = await openWorld();
  const chain = sweepingEthereum(world);
  ethereum = new SimNetwork(world.database, chain.id, true);
  world.chains = world.chains.map((each) => (each.name === 'Ethereum' ? chain : each));
});
afterAll(() => world.close());

const payments = (purpose: string) =>
  world.rows<{ txid: string; state: string }>(
    'SELECT a.txid, a.state FROM attempt a JOIN payment p ON p.id = a.payment_id WHERE p.purpose = $1 ORDER BY a.id',
    [purpose],
  );

async function pass(blocks: number): Promise<void> {
  for (let n = 0; n < blocks; n++) {
    await ethereum.mine(world.now);
    await world.round();
    await world.round();
  }
}

it('an address that has lost its fuel after its sweep was signed gets some again, and is swept', async () => {
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'USDT',
    from_quantity: 5_000,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  await world.pay(order);
  await pass(4);
  const [fuel] = await payments('top-up');
  expect(await payments('sweep')).toMatchObject([{ state: 'sent' }]);
  await ethereum.reorganize(1, world.now);
  expect(await failTransaction(ethereum, fuel?.txid as string, world.asset('Ethereum/ETH').id)).toBe(true);
  await pass(3);
  expect(await payments('sweep')).toMatchObject([{ state: 'sent' }]);
  expect(await payments('top-up')).toHaveLength(1);
  world.now += 601;
  await pass(6);
  expect(await payments('top-up')).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }]);
  expect((await payments('sweep')).filter(({ state }) => state === 'confirmed')).toHaveLength(1);
  expect(await wrongsOf(world)).toEqual([]);
});

it('a sweep in the place of one whose deposit is gone is stored as what it moves itself', async () => {
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 3,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  const lost = await world.pay(order);
  const swept = () =>
    world.rows<{ abbr: string; state: string; units: string }>(
      `SELECT a.abbr, t.state, p.units::text AS units FROM payment p
         JOIN attempt t ON t.payment_id = p.id JOIN asset a ON a.id = p.asset_id
        WHERE p.purpose = 'sweep' AND p.source = $1 ORDER BY t.id`,
      [order.address],
    );
  await pass(4);
  expect(await swept()).toMatchObject([{ abbr: 'ETH' }]);

  await ethereum.reorganize(4, world.now);
  await ethereum.drop(lost);
  await pass(1);
  expect(await swept()).toMatchObject([{ abbr: 'ETH', state: 'gone' }]);

  await world.pay(order, '5000', 'Ethereum/USDT');
  world.now += 601;
  await pass(10);
  const sweeps = await swept();
  expect(sweeps.map(({ abbr, units }) => ({ abbr, units }))).toContainEqual({
    abbr: 'USDT',
    units: String(5_000n * 10n ** BigInt(world.asset('Ethereum/USDT').decimals)),
  });
  expect(await wrongsOf(world)).toEqual([]);
});
