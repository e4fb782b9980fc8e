import { afterEach, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../store/transaction.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import type { World } from '../testing/world.ts';
import { catchUpSwitch, resumeSigning, signingStop, stopSigning } from './signing-switch.ts';

/** Stop means stop, also for a store that has gone back to before it. */

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
});
afterEach(() => desk.close());

const stop = (reason: string) => stopSigning(world.database, reason, world.now);
const resume = () => transaction(world.database, resumeSigning);
const payments = () => world.rows('SELECT 1 FROM attempt');

it('a store that has forgotten that signing was stopped is told again, and pays nobody', async () => {
  await desk.paid();
  const copy = await copyStore(world.database);
  await stop('a key was stolen');
  await desk.keeper.keep();
  const since = (await signingStop(world.database))?.at;
  await copy.restore();
  await desk.startAnew();
  expect(await signingStop(world.database)).toEqual({ at: since, reason: 'a key was stolen' });
  expect(world.warnings).toContain(
    'signing is stopped, as it was before the store went back: npx swapdesk signing go',
  );
  await desk.goOn();
  expect(await payments()).toEqual([]);
  expect(await resume()).toBe(true);
  await desk.goOn();
  expect(await payments()).not.toEqual([]);
});

it('a store that has forgotten that signing goes on waits for an operator, who is heard once', async () => {
  const order = await desk.paid();
  await stop('a drill');
  const copy = await copyStore(world.database);
  await resume();
  await desk.keeper.keep();
  await copy.restore();
  await desk.startAnew();
  await desk.goOn();
  expect(await payments()).toEqual([]);
  await resume();
  await desk.startAnew();
  await desk.goOn();
  expect(await signingStop(world.database)).toBeNull();
  expect(await world.status(order)).toBe(4);
});

it('a stop of which another machine knows the end is not taken up by who knows it', async () => {
  await stop('a drill');
  await desk.keeper.keep();
  await resume();
  await desk.keeper.keep();
  const copy = await copyStore(world.database);
  await stop('another');
  await resume();
  await desk.keeper.keep();
  await copy.restore();
  await desk.startAnew();
  expect(await signingStop(world.database)).toBeNull();
});

it('a stop that comes while a store that has gone back is being told holds', async () => {
  const known = { turn: 4, stop: null };
  await transaction(world.database, async (client) => {
    const query = async (text: string, values?: unknown[]) => {
      const answer = await client.query(text, values);
      if ((await signingStop(world.database)) === null) await stop('a key was stolen');
      return answer;
    };
    const slow = Object.assign(Object.create(client), { query });
    const { stop: stopped, turn } = await catchUpSwitch(slow, known);
    expect(stopped?.reason).toBe('a key was stolen');
    expect(turn).toBeGreaterThan(known.turn);
  });
  expect((await signingStop(world.database))?.reason).toBe('a key was stolen');
});

it('until a store that has gone back is told of a stop, nothing is signed either', async () => {
  await desk.paid();
  const copy = await copyStore(world.database);
  await stop('a key was stolen');
  await desk.keeper.keep();
  await copy.restore();
  await world.pass(4);
  expect(await signingStop(world.database)).toBeNull();
  expect(await payments()).toEqual([]);
});
