import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../engine/testing/world.ts';
import { CLEAR } from '../screening/screen.ts';
import { examine } from './doctor.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function finding() {
  const { database, chains, now } = world;
  // The world's engine works without leases that last: somebody does here, as at a desk.
  await world.rows(
    `INSERT INTO lease (name, holder, token, until) VALUES ('orders', 'somebody', 1, $1)
         ON CONFLICT (name) DO UPDATE SET until = $1`,
    [now + 30],
  );
  const { catalogue } = world.market();
  const findings = await examine({ database, catalogue, chains, aheadMs: 0, now });
  return findings.find(({ what }) => what === 'screening');
}

it('doctor tells of orders that have waited for screening for a minute, and no longer than they do', async () => {
  const order = await world.place();
  await world.pay(order);
  world.screen = async () => {
    throw new Error('unreachable');
  };
  await world.settle();
  expect(await world.status(order)).toBe(2);
  expect(await finding()).toMatchObject({ isWell: true });
  world.now += 61;
  expect(await finding()).toMatchObject({
    isWell: false,
    order: order.no,
    facts: expect.stringMatching(/^1 order waits for an answer about addresses/),
    advice: expect.stringContaining('SWAPDESK_DENY_LIST'),
  });
  world.screen = async () => CLEAR;
  await world.settle();
  expect(await world.status(order)).toBe(4);
  expect(await finding()).toMatchObject({ isWell: true });
});
