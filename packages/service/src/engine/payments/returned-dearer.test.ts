import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveByOperator } from '../../orders/operate.ts';
import { CLEAR } from '../../screening/screen.ts';
import { wrongsOf } from '../testing/books.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

/** Two that go back from one address: the first gets dearer than was charged for it, out of what the second gives back. */

const PATIENCE_S = 601;

let world: World;
beforeEach(async () => {
  world = await openWorld();
  world.isScreened = true;
  const ethereum = sweepingEthereum(world);
  world.chains = world.chains.map((each) => (each.name === 'Ethereum' ? ethereum : each));
});
afterEach(() => world.close());

const refunds = () =>
  world.rows<{ units: string; state: string; waits_why: string | null }>(
    "SELECT units::text, state, waits_why FROM payout WHERE reason = 'refund' ORDER BY id",
  );

it('both get what they are owed, and the treasury no less than the fees', async () => {
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 2,
    refund_address: REFUND.Ethereum,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  await world.pay(order, '1');
  await world.pay(order, '1');
  world.screen = async ({ address }) => (address === 'faucet' ? { isHit: true, detail: 'a list' } : CLEAR);
  await world.settle();
  expect(await world.freezeReason(order)).toBe('SCREENING');
  await resolveByOperator(world.database, order.id, 'refund', null);
  // No block takes the first at any fee, until it is several times as dear.
  for (let n = 0; n < 5; n++) {
    await world.round(['Ethereum']);
    world.now += PATIENCE_S;
  }
  const attempts = await world.rows<{ fee: string }>(
    `SELECT fee_units::text AS fee FROM attempt a JOIN payout o USING (payment_id) WHERE o.order_id = $1 ORDER BY a.id`,
    [order.id],
  );
  expect(attempts.length).toBeGreaterThan(3);
  for (let n = 0; n < 4; n++) {
    await world.settle();
    world.now += PATIENCE_S;
  }
  const owed = await refunds();
  expect(owed.map(({ state, waits_why }) => [state, waits_why])).toEqual([
    ['confirmed', null],
    ['confirmed', null],
  ]);
  const total = owed.reduce((sum, { units }) => sum + BigInt(units), 0n);
  expect(await world.received(REFUND.Ethereum, 'Ethereum/ETH')).toBe(total);
  expect(await world.status(order)).toBe(5);
  expect(await wrongsOf(world)).toEqual([]);
});
