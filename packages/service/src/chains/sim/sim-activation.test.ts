import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { activationOf } from './sim-activation.ts';
import { SimExpiryChain } from './sim-expiry-chain.ts';
import { SimNetwork } from './sim-network.ts';
import { payFromFaucet } from './test-networks.ts';

/** On the test network that stands for TRON: who pays somebody new pays more, once. */

const [CHAIN, COIN, TOKEN, NOW] = [8, 1, 2, 1_700_000_000];
const RATE = 1_100_000n;
const TREASURY = 'treasury';

let store: TestDatabase;
let network: SimNetwork;
let chain: SimExpiryChain;
beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.query(
    "INSERT INTO address_space (name, derived, treasury) VALUES ('tron', 0, 'treasury')",
  );
  network = new SimNetwork(store.database, CHAIN, true, null, activationOf(COIN, RATE));
  const facts = { id: CHAIN, name: 'TRON', space: 'tron', nativeAbbr: 'TRX', confirmations: 3 } as const;
  const options = { chain: facts, nativeAssetId: COIN, transferCost: RATE, treasury: TREASURY };
  chain = new SimExpiryChain(network, { ...options, needsSweeping: true });
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('TRUNCATE sim_block, sim_tx, sim_move, sim_balance, sim_held');
  for (const assetId of [COIN, TOKEN])
    await payFromFaucet(network, { address: TREASURY, assetId, units: 50_000_000n });
  await network.mine(NOW);
});

/** Signs and sends; says the most that it costs. */
async function pay(address: string, units: bigint, assetId = COIN): Promise<bigint> {
  const payee = { address, memo: null, assetId, units, payout: `${address} ${units}` };
  const { bytes, feeUnits } = await chain.sign({ payees: [payee], source: TREASURY, feeRate: RATE });
  await network.submit(bytes);
  return feeUnits;
}

/** Mines a block; says what its transactions cost. */
async function mine(): Promise<(bigint | undefined)[]> {
  const { height } = await network.mine(NOW);
  return ((await network.block(height))?.transactions ?? []).map(({ feeUnits }) => feeUnits);
}

const held = () => network.heldBy([TREASURY], COIN);

it('it costs 1.1 coins in all, and 0.3 from then on', async () => {
  expect(await pay('somebody', 5n)).toBe(1_100_000n);
  expect(await mine()).toEqual([1_100_000n]);
  expect(await pay('somebody', 6n)).toBe(300_000n);
  expect(await mine()).toEqual([300_000n]);
  expect(await held()).toBe(50_000_000n - 1_400_000n - 11n);
});

it('of two in one block, the first pays for it', async () => {
  expect([await pay('somebody', 5n), await pay('somebody', 6n)]).toEqual([1_100_000n, 1_100_000n]);
  expect(await mine()).toEqual([1_100_000n, 300_000n]);
  expect(await held()).toBe(50_000_000n - 1_400_000n - 11n);
});

it('tokens activate nobody, and what a faucet gives costs nothing, but counts', async () => {
  expect(await pay('somebody', 5n, TOKEN)).toBe(RATE);
  await payFromFaucet(network, { address: 'another', assetId: COIN, units: 1n });
  expect(await mine()).toEqual([RATE, 0n]);
  expect([await pay('somebody', 5n), await pay('another', 5n)]).toEqual([1_100_000n, 300_000n]);
  expect(await mine()).toEqual([1_100_000n, 300_000n]);
});

it('a reorganisation takes it back with the payment, and it is paid again with that', async () => {
  await pay('somebody', 5n);
  await mine();
  await network.reorganize(1, NOW);
  expect(await held()).toBe(50_000_000n);
  expect(await mine()).toEqual([1_100_000n]);
  expect(await held()).toBe(50_000_000n - 1_100_000n - 5n);
});

it('whoever has the fee, but not that, cannot pay', async () => {
  await payFromFaucet(network, { address: 'deposit', assetId: COIN, units: 1_000_000n });
  await network.mine(NOW);
  const payee = { address: 'somebody', memo: null, assetId: COIN, units: 5n };
  const sign = (address: string) =>
    chain.sign({ payees: [{ ...payee, address }], source: 'deposit', feeRate: RATE });
  await expect(sign('somebody')).rejects.toThrow('has not enough');
  await expect(sign(TREASURY)).resolves.toMatchObject({ feeUnits: 300_000n });
});
