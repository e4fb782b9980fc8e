import { afterAll, beforeAll, expect, it } from 'vitest';
import { payFromFaucet } from '../chains/sim/test-networks.ts';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, REFUND, type World } from '../engine/testing/world.ts';
import { balancesOf } from '../ledger/balances.ts';
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
  ...{ market: world.market(), network: 'test' as const, screen: world.screen, withdrawals: {} },
});
const ask = (deposit: number) =>
  transaction(world.database, async (client) => {
    const args = { deposit: String(deposit), address: REFUND.Ethereum };
    return (await propose(client, returnDeposit, args, ROOT, context(), world.now)).result;
  });
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
  await expect(ask(id)).rejects.toThrow('decided about already');
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
