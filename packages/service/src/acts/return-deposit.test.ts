import { afterAll, beforeAll, expect, it } from 'vitest';
import { payFromFaucet } from '../chains/sim/test-networks.ts';
import { acknowledgeLosses, loadLosses } from '../engine/follow/losses.ts';
import { askToCancel } from '../engine/payments/cancelled-payments.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../engine/testing/world.ts';
import { balancesOf } from '../ledger/balances.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { openDeposits } from '../observe/queue.ts';
import { confirmProposal, propose } from '../operators/proposals.ts';
import { transaction } from '../store/transaction.ts';
import { ACTS } from './index.ts';
import { returnDeposit } from './return-deposit.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
const context = () => ({
  market: world.market(),
  network: 'test' as const,
  screen: world.screen,
  withdrawals: {},
});
const askFor = (address: string, deposit: number) =>
  transaction(world.database, async (client) => {
    const args = { deposit: String(deposit), address };
    return (await propose(client, returnDeposit, args, ROOT, context(), world.now)).result;
  });
const ask = (deposit: number) => askFor(REFUND.Ethereum, deposit);
const confirm = (id: number) =>
  transaction(world.database, (client) => confirmProposal(client, ACTS, id, ROOT, context(), 0, world.now));

it('what came to an address of no order is given back once, when another has confirmed it', async () => {
  const { id: assetId } = world.asset('Ethereum/USDT');
  await world.rows(`UPDATE address_space SET given = 900 WHERE name = 'evm'`);
  const { network } = world.network('Ethereum');
  await payFromFaucet(network, { address: 'evm-800', assetId, units: 7_000_000n });
  await world.settle();
  const [unclaimed] = await openDeposits(world.database);
  const id = unclaimed?.id as number;
  const proposal = await ask(id);
  await world.settle();
  expect(await world.received(REFUND.Ethereum, 'Ethereum/USDT')).toBe(0n);
  await confirm(proposal);
  await expect(ask(id)).rejects.toThrow('goes to that address already');
  expect(await openDeposits(world.database)).toEqual([]);
  await world.settle();
  expect(await world.received(REFUND.Ethereum, 'Ethereum/USDT')).toBe(5_700_000n);
  expect((await balancesOf(world.database, 'unclaimed')).get(assetId)).toBe(0n);

  // Taken back by a reorganisation, and mined again: it is not given back a second time.
  await network.reorganize(12, world.now);
  await world.settle();
  await world.settle();
  expect(await openDeposits(world.database)).toEqual([]);
  expect(await world.received(REFUND.Ethereum, 'Ethereum/USDT')).toBe(5_700_000n);
  expect(await wrongsOf(world)).toEqual([]);
});

it('what was to be given back and was cancelled is given back when it is asked for again, also elsewhere', async () => {
  const { id: assetId } = world.asset('Ethereum/USDT');
  const { network } = world.network('Ethereum');
  await payFromFaucet(network, { address: 'evm-801', assetId, units: 7_000_000n });
  await world.settle();
  const [unclaimed] = await openDeposits(world.database);
  const id = unclaimed?.id as number;
  await confirm(await ask(id));
  await world.round();
  const [payment] = await world.rows<{ id: number }>(
    `SELECT payment_id AS id FROM payout WHERE reason = 'unclaimed' AND deposit_id = $1`,
    [id],
  );
  // Signed: it may still be paid.
  await expect(ask(id)).rejects.toThrow('paid, or may still be');
  expect(await askToCancel(world.database, payment?.id as number, world.now)).toBe('asked');
  await world.round();
  await world.round();
  await world.settle();
  expect(
    await world.rows(`SELECT state FROM payout WHERE deposit_id = $1 AND reason = 'unclaimed'`, [id]),
  ).toEqual([{ state: 'failed' }]);
  expect(await openDeposits(world.database)).toMatchObject([{ id }]);
  const before = await world.received(RECEIVER.Ethereum, 'Ethereum/USDT');
  const had = await world.received(REFUND.Ethereum, 'Ethereum/USDT');
  await confirm(await askFor(RECEIVER.Ethereum, id));
  await world.settle();
  expect((await world.received(RECEIVER.Ethereum, 'Ethereum/USDT')) - before).toBe(5_700_000n);
  expect(await world.received(REFUND.Ethereum, 'Ethereum/USDT')).toBe(had);
  await expect(ask(id)).rejects.toThrow('paid, or may still be');
  expect(await openDeposits(world.database)).toEqual([]);
  expect((await balancesOf(world.database, 'unclaimed')).get(assetId)).toBe(0n);
  expect(await wrongsOf(world)).toEqual([]);
});

it('what was given back and then taken back by a reorganisation for good is a loss: an alarm, and nobody is promised it', async () => {
  const { id: assetId } = world.asset('Ethereum/USDT');
  const { network } = world.network('Ethereum');
  const free = async () => (await freeTreasury(world.database)).get(assetId) as bigint;
  const before = await free();
  const txid = await payFromFaucet(network, { address: 'evm-802', assetId, units: 7_000_000n });
  await world.settle();
  const [unclaimed] = await openDeposits(world.database);
  const id = unclaimed?.id as number;
  await confirm(await ask(id));
  await world.settle();
  await network.reorganize(20, world.now);
  await network.drop(txid);
  await world.settle();
  await world.settle();
  expect(await world.rows('SELECT state FROM deposit WHERE id = $1', [id])).toEqual([{ state: 'gone' }]);
  expect(await loadLosses(world.database)).toMatchObject([{ no: `DEPOSIT-${id}`, units: 7_000_000n }]);
  expect(await free()).toBeLessThanOrEqual(before - 5_700_000n);
  expect((await balancesOf(world.database, 'unclaimed')).get(assetId)).toBe(0n);
  expect(await wrongsOf(world)).toEqual([]);
  expect(await acknowledgeLosses(world.database, `DEPOSIT-${id}`, world.now)).toHaveLength(1);
});

it('what would leave less than the chain carries is not given back', async () => {
  const { id: assetId } = world.asset('Bitcoin/BTC');
  await world.rows(`UPDATE address_space SET given = 900 WHERE name = 'bitcoin'`);
  // 2,000 are the fee, and 546 the least that is paid.
  await payFromFaucet(world.network('Bitcoin').network, { address: 'bitcoin-800', assetId, units: 2_100n });
  await world.settle();
  const [unclaimed] = await openDeposits(world.database);
  await expect(askFor(REFUND.Bitcoin, unclaimed?.id as number)).rejects.toThrow('cost more');
});
