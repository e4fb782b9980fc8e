import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountChain } from '../../chains/chain.ts';
import { kindOf } from '../kinds/kind-of.ts';
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
  const accountBalances: AccountChain['accountBalances'] = async (addresses, asset, at) => {
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

it('counts what is under way again after a reorganisation, also if it had replaced another', async () => {
  const { network } = world.network('Ethereum');
  const underWay = () =>
    world.rows<{ id: number; txid: string; state: string }>(
      "SELECT id, txid, state FROM attempt WHERE chain_id = $1 AND state <> 'confirmed' ORDER BY id",
      [network.chainId],
    );
  const order = await world.place();
  await world.pay(order);
  await world.mine(3, 'Bitcoin');
  await world.round();
  await world.round();
  const [first] = await underWay();
  world.now += 601;
  await world.round();
  await world.round();
  await network.drop(first?.txid as string);
  await world.pass(6);
  expect(await world.status(order)).toBe(4);
  const before = await signed();
  // Deeper than anything that counts.
  await network.reorganize(8, world.now);
  atTreasury = 2n * ETH;
  await world.round();
  const [replaced, replacement] = await underWay();
  expect([replaced?.state, replacement?.state]).toEqual(['replaced', 'sent']);
  const next = await world.place();
  await world.pay(next);
  await world.mine(3, 'Bitcoin');
  await world.round();
  await world.round();
  expect(await world.status(next)).toBe(3);
  expect(await signed()).toBe(before);
  atTreasury = 9n * ETH;
  await world.settle();
  expect(await world.status(next)).toBe(4);
  expect(await wrongsOf(world)).toEqual([]);
});

it('gives no fuel from what is under way', async () => {
  const fuel = () => world.rows("SELECT 1 FROM payment WHERE purpose = 'top-up'");
  const order = await world.place();
  await world.pay(order);
  await world.mine(3, 'Bitcoin');
  await world.round();
  await world.round();
  const [row] = await world.rows<{ units: string }>(
    "SELECT (o.units + p.fee_units)::text AS units FROM payout o JOIN attempt p USING (payment_id) WHERE p.state = 'sent'",
  );
  // It holds what it pays, and no more.
  atTreasury = BigInt(row?.units as string);
  const tokens = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'USDT',
    from_quantity: 5_000,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  await world.pay(tokens);
  const { network } = world.network('Ethereum');
  const [waiting] = await world.rows<{ txid: string }>("SELECT txid FROM attempt WHERE state = 'sent'");
  // No block takes it now.
  await network.drop(waiting?.txid as string);
  await world.mine(4, 'Ethereum');
  await world.round();
  expect(await fuel()).toEqual([]);
  expect(world.warnings).toContain('a transfer of our own waits: it cannot be paid now');
  atTreasury = 9n * ETH;
  world.now += 31;
  await world.settle();
  expect(await world.status(order)).toBe(4);
  expect(await fuel()).toHaveLength(1);
  expect(await wrongsOf(world)).toEqual([]);
});

it('has nothing to send to a cold address while the chain does not tell what it holds', async () => {
  const { id } = world.asset('Ethereum/ETH');
  const silent = Object.assign(Object.create(sweepingEthereum(world)), { accountBalances: async () => null });
  expect(await kindOf(silent).payable(world.engine, [id])).toEqual(new Map([[id, 0n]]));
});
