import { afterEach, beforeEach, expect, it } from 'vitest';
import { SimNetwork } from '../../chains/sim/sim-network.ts';
import type { Order } from '../../orders/order.ts';
import { wrongsOf } from '../testing/books.ts';
import { deafen } from '../testing/deaf-chain.ts';
import { RecordedDesk, TO_BITCOIN } from '../testing/recorded-desk.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { RECEIVER, type World } from '../testing/world.ts';

/** Something is signed and on record, the store refuses it, and all goes on: another payment has its coin or nonce since. */

let desk: RecordedDesk;
let world: World;
beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await desk.close();
});

const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const TO_OTHER = { ...TO_BITCOIN, to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: OTHER }] };
const ELSEWHERE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

/** Who signs apart does not hear that the store refused it. */
function signApart(): void {
  Object.assign(world.record as object, { drop: async () => {} });
}

/** The store refuses once what is signed meanwhile. */
async function refused(which: string, meanwhile: () => Promise<unknown>): Promise<void> {
  await world.database.query(`ALTER TABLE payment ADD CONSTRAINT refused CHECK (${which}) NOT VALID`);
  await meanwhile();
  await world.database.query('ALTER TABLE payment DROP CONSTRAINT refused');
  expect(world.record?.count).toBeGreaterThan(0);
}
const roundOf = (chain: string) => world.round([chain]).catch(() => {});

async function ready(wish: object, from: string): Promise<Order> {
  const order = await desk.paid(wish);
  await world.round([from]);
  await world.mine(3, from);
  for (let n = 0; n < 2; n++) await world.round([from]);
  return order;
}

/** Nobody hears what is sent until the record is compared with the store; then all do. */
async function compared(chain: string, signed: () => Promise<unknown>): Promise<void> {
  const hear = deafen(world, chain);
  await signed();
  world.now += 20;
  await desk.keeper.keep();
  await world.round();
  hear();
  world.now += 31;
}

it('an order is completed only if its receiver has got it', async () => {
  signApart();
  const first = await ready(TO_BITCOIN, 'Ethereum');
  await refused('false', () => roundOf('Bitcoin'));
  const second = await ready(TO_OTHER, 'Ethereum');
  await compared('Bitcoin', () => world.pass(2));
  await desk.goOn();
  expect([await world.status(first), await world.status(second)]).toEqual([4, 4]);
  expect((await world.received(OTHER, 'Bitcoin/BTC')) > 0n).toBe(true);
});

it('a payout that was sent elsewhere is not paid where it was to go before', async () => {
  signApart();
  const order = await ready({}, 'Bitcoin');
  await refused('false', () => roundOf('Ethereum'));
  await world.rows('UPDATE payout SET address = $2 WHERE order_id = $1', [order.id, ELSEWHERE]);
  await compared('Ethereum', () => world.round());
  await desk.goOn();
  expect(await world.status(order)).toBe(4);
  expect((await world.received(ELSEWHERE, 'Ethereum/ETH')) > 0n).toBe(true);
  expect(await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')).toBe(0n);
});

it('fuel takes nobody’s payout back', async () => {
  signApart();
  const chain = sweepingEthereum(world);
  const ethereum = new SimNetwork(world.database, chain.id, true);
  world.chains = world.chains.map((each) => (each.name === 'Ethereum' ? chain : each));
  const swept = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'USDT',
    from_quantity: 5_000,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  await world.pay(swept);
  await refused("purpose <> 'top-up'", async () => {
    for (let n = 0; n < 6 && (world.record?.count ?? 0) === 0; n++) {
      await ethereum.mine(world.now);
      await roundOf('Ethereum');
    }
  });
  const order = await world.place({});
  await world.pay(order);
  await world.mine(3, 'Bitcoin');
  await compared('Ethereum', async () => {
    for (let n = 0; n < 2; n++) await world.round();
  });
  for (let n = 0; n < 6; n++) {
    await world.round();
    await ethereum.mine(world.now);
    await world.mine(1, 'Bitcoin');
    await world.round();
  }
  expect(await world.status(order)).toBe(4);
});

it('what the store refused before its commit is dropped from the record of whoever signs itself', async () => {
  const order = await ready(TO_BITCOIN, 'Ethereum');
  await refused('false', () => roundOf('Bitcoin'));
  const [signed] = (await world.record?.between(0, 1)) ?? [];
  expect(world.record?.isDropped(signed!)).toBe(true);
  world.now += 20;
  await desk.keeper.keep();
  expect(await world.rows('SELECT txid FROM lost_payment')).toEqual([]);
  await desk.goOn();
  expect(await world.status(order)).toBe(4);
});

it('unless nobody can say so: then it counts as signed', async () => {
  const order = await ready(TO_BITCOIN, 'Ethereum');
  await world.database.query(`
    CREATE FUNCTION fail_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'as the test wants'; END $$;
    CREATE TRIGGER fail_it BEFORE DELETE ON lost_payment FOR EACH STATEMENT EXECUTE FUNCTION fail_it()`);
  await refused('false', () => roundOf('Bitcoin'));
  await world.database.query('DROP TRIGGER fail_it ON lost_payment; DROP FUNCTION fail_it()');
  const [signed] = (await world.record?.between(0, 1)) ?? [];
  expect([signed?.txid === undefined, world.record?.isDropped(signed!)]).toEqual([false, false]);
  world.now += 20;
  await desk.keeper.keep();
  await desk.goOn();
  expect(await world.status(order)).toBe(4);
});
