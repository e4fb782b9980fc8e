import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { transaction } from '../../store/transaction.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { beginHold, chainAgrees } from './hold.ts';
import { releaseHold } from './release.ts';

let desk: RecordedDesk;
beforeEach(async () => {
  desk = await RecordedDesk.open();
});
afterEach(() => desk.close());

it('a hold does not end before a chain agrees that another engine follows and this one does not know', async () => {
  const { world } = desk;
  const { chains } = world;
  const other = chains.at(-1) as Chain;
  world.chains = chains.slice(0, -1);
  const follow = (seconds: number) =>
    world.database.query(
      `INSERT INTO lease (name, holder, token, until) VALUES ($1, 'newer', 1, extract(epoch FROM clock_timestamp())::bigint + $2)
           ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
      [`chain ${other.id}`, seconds],
    );
  await follow(3_600);
  await transaction(world.database, (client) =>
    beginHold(client, { id: 'h', since: world.now, why: 'a test' }),
  );
  await desk.goOn(3);
  expect(await desk.isHeld()).toBe(true);
  await expect(
    transaction(world.database, (client) =>
      releaseHold(
        client,
        world.chains.map(({ id }) => id),
      ),
    ),
  ).rejects.toThrow(`${other.name}: not followed to its tip yet`);
  await transaction(world.database, (client) => chainAgrees(client, other.id));
  await desk.goOn(3);
  expect(await desk.isHeld()).toBe(false);
  // What nobody follows any more holds up nobody.
  await follow(-1);
  await transaction(world.database, (client) =>
    beginHold(client, { id: 'h', since: world.now, why: 'a test' }),
  );
  await desk.goOn(3);
  expect(await desk.isHeld()).toBe(false);
});
