import { afterAll, beforeAll, expect, it } from 'vitest';
import { returnDeposit } from '../acts/return-deposit.ts';
import { payFromFaucet } from '../chains/sim/test-networks.ts';
import { setHalt } from '../engine/books/halts.ts';
import { beginHold, endHold } from '../engine/hold/hold.ts';
import { resumeSigning, stopSigning } from '../engine/hold/signing-switch.ts';
import { openWorld, REFUND, type World } from '../engine/testing/world.ts';
import { propose } from '../operators/proposals.ts';
import { noteWaiting } from '../payouts/note-payouts.ts';
import { transaction } from '../store/transaction.ts';
import { examine, wrongFirst } from './doctor.ts';
import { openDeposits } from './queue.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What is wrong of these, in the order in which doctor says it. */
async function wrong(names: readonly string[]): Promise<string[]> {
  const { database, chains, now } = world;
  const { catalogue } = world.market();
  const findings = wrongFirst(await examine({ database, catalogue, chains, aheadMs: 0, now }));
  const firstWell = findings.findIndex(({ isWell }) => isWell);
  expect(findings.slice(firstWell).every(({ isWell }) => isWell)).toBe(true);
  const found = findings.filter(({ isWell, what }) => !isWell && names.includes(what));
  for (const { advice } of found) expect(advice).toContain('npx swapdesk ');
  return found.map(({ what }) => what);
}

it('doctor says first what stops the most, each with the command that leads out', async () => {
  const { database } = world;
  await setHalt(database, world.asset('Ethereum/ETH').id, 'a drill', world.now, 'ada');
  const order = await world.place();
  await world.pay(order);
  // What nobody has claimed, and what is asked for with it.
  await world.rows(`UPDATE address_space SET given = 900 WHERE name = 'evm'`);
  const { id: assetId } = world.asset('Ethereum/USDT');
  await payFromFaucet(world.network('Ethereum').network, { address: 'evm-800', assetId, units: 7_000_000n });
  await world.settle();
  const [payout] = await world.rows<{ id: number }>('SELECT id FROM payout');
  await noteWaiting(database, payout!.id, 'it is above a limit', world.now);
  const [unclaimed] = await openDeposits(database);
  const args = { deposit: String(unclaimed?.id), address: REFUND.Ethereum, why: 'asked by mail' };
  const context = { market: world.market(), network: 'test', screen: world.screen, withdrawals: {} } as const;
  const asker = { name: 'root', via: 'command line', address: '' } as const;
  await transaction(database, (client) => propose(client, returnDeposit, args, asker, context, world.now));
  await stopSigning(database, 'a drill', world.now, 'ada');
  await beginHold(database, { id: 'a hold', since: world.now, why: 'a drill' });

  const waiting = `payout ${payout!.id}: waits`;
  const names = [
    'signing',
    'THE DESK IS HELD',
    'Ethereum ETH: halted',
    waiting,
    'proposals',
    'deposits: to decide',
  ];
  expect(await wrong([...names].reverse())).toEqual(names);
  await resumeSigning(database);
  expect((await wrong(names))[0]).toBe('THE DESK IS HELD');
  await endHold(database);
  expect((await wrong(names))[0]).toBe('Ethereum ETH: halted');
});
