import { afterEach, beforeEach, expect, it } from 'vitest';
import { few } from '../../../../../test/support/volume.ts';
import type { Chain, Payee } from '../../chains/chain.ts';
import type { SimAccountChain } from '../../chains/sim/sim-account-chain.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import { CLEAR } from '../../screening/screen.ts';
import type { UnpaidPayout } from '../../signer/facts.ts';
import { readUnpaid } from '../../signer/unpaid-payouts.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { uncommitted } from '../testing/uncommitted.ts';
import { RECEIVER, REFUND, type World } from '../testing/world.ts';
import { nothingPasses } from './signed-before.ts';

/** What goes back from the address that it came to goes back once, wherever whoever signs it is cut off. */

let desk: RecordedDesk;
let world: World;
let ethereum: SimAccountChain;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
  world.isScreened = true;
  ethereum = sweepingEthereum(world);
  use(ethereum);
});
afterEach(() => desk.close());

function use(chain: Chain): void {
  world.chains = world.chains.map((each) => (each.name === 'Ethereum' ? chain : each));
}

/** An order whose sender is found, and that is to be given back; nothing has been signed for it yet. */
async function toGiveBack(abbr: string, quantity: number): Promise<Order> {
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: abbr,
    from_quantity: quantity,
    refund_address: REFUND.Ethereum,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  await world.pay(order);
  world.screen = async ({ address }) => (address === 'faucet' ? { isHit: true, detail: 'a list' } : CLEAR);
  await world.settle();
  expect(await world.freezeReason(order)).toBe('SCREENING');
  world.screen = async () => CLEAR;
  await world.rows('DELETE FROM screening');
  await resolveByOperator(world.database, order.id, 'refund', null);
  return order;
}

/** Dies once before and once after each thing that it does to the world, and each time another begins. */
class Mortal {
  readonly deaths: string[] = [];
  isDead = false;

  async effect<T>(what: string, perform: () => Promise<T>): Promise<T> {
    if (this.isDead) throw new Error('killed');
    this.dieOnce(`before ${what}`);
    const done = await perform();
    this.dieOnce(`after ${what}`);
    return done;
  }

  private dieOnce(when: string): void {
    if (this.deaths.includes(when)) return;
    this.deaths.push(when);
    this.isDead = true;
    throw new Error(`killed ${when}`);
  }
}

function mortalChain(mortal: Mortal, origin: string): Chain {
  const whom = ({ address }: Payee) => (address === origin ? 'fuel' : address);
  const sign: SimAccountChain['sign'] = (request) =>
    mortal.effect(`signing for ${whom(request.payees[0] as Payee)}`, () => ethereum.sign(request));
  const broadcast: SimAccountChain['broadcast'] = (bytes) =>
    mortal.effect(`sending ${bytes.length}`, () => ethereum.broadcast(bytes));
  return Object.assign(Object.create(ethereum), { sign, broadcast });
}

it.each(
  few(1, [
    ['coin', 'ETH', 2, ['signing for']],
    ['token', 'USDT', 5_000, ['signing for fuel', 'signing for']],
  ] as const),
)('a %s, though its engine is killed at every step', async (_what, abbr, quantity, steps) => {
  const order = await toGiveBack(abbr, quantity);
  const mortal = new Mortal();
  use(mortalChain(mortal, order.address));
  for (let n = 0; n < 24 && (await world.status(order)) !== 5; n++) {
    await world.mine(1, 'Ethereum');
    // Cut off between record and store as well, once.
    if (n === 1) await uncommitted(world.database, () => world.round());
    else await world.round().catch(() => {});
    await world.round().catch(() => {});
    world.now += 35;
    if (mortal.isDead) await desk.startAnew();
    mortal.isDead = false;
    await desk.keeper.keep();
  }
  expect(await world.status(order)).toBe(5);
  for (const step of steps) {
    for (const when of ['before', 'after'])
      expect(mortal.deaths.some((death) => death.startsWith(`${when} ${step}`))).toBe(true);
  }
  expect(mortal.deaths.some((death) => death.startsWith('after sending'))).toBe(true);
  const [{ units } = { units: '0' }] = await world.rows<{ units: string }>(
    'SELECT units::text FROM payout WHERE order_id = $1',
    [order.id],
  );
  expect(await world.received(REFUND.Ethereum, `Ethereum/${abbr}`)).toBe(BigInt(units));
  expect(await desk.isHeld()).toBe(false);
  expect(await wrongsOf(world)).toEqual([]);
});

it('though the store goes back to before it was signed', async () => {
  const order = await toGiveBack('ETH', 2);
  const copy = await copyStore(world.database);
  await desk.goOn(6);
  expect(await world.status(order)).toBe(5);
  const once = await world.received(REFUND.Ethereum, 'Ethereum/ETH');
  await copy.restore();
  await desk.startAnew();
  await desk.goOn();
  expect([await desk.isHeld(), await world.status(order)]).toEqual([false, 5]);
  expect(await world.received(REFUND.Ethereum, 'Ethereum/ETH')).toBe(once);
  expect(await world.rows('SELECT 1 FROM coin WHERE address = $1', [order.address])).toEqual([]);
  expect(await wrongsOf(world)).toEqual([]);
});

it('by what a signer reads for itself: from there alone, no more than came, and only while it is stopped', async () => {
  const order = await toGiveBack('ETH', 2);
  const orders = world.chains.filter(({ name }) => name !== 'Ethereum');
  const all = world.chains;
  world.chains = orders;
  await world.round();
  world.chains = all;
  const owed = async (): Promise<UnpaidPayout | undefined> => {
    const [row] = await world.rows<{ address: string }>('SELECT address FROM payout WHERE order_id = $1', [
      order.id,
    ]);
    const unpaid = await readUnpaid(world.database, world.record as SigningRecord, {
      chainId: ethereum.id,
      addresses: [row?.address as string],
      withdrawals: [],
      cold: null,
      hasPassed: nothingPasses,
    });
    return unpaid[0];
  };
  const change = (columns: string) => world.rows(`UPDATE payout SET ${columns} WHERE order_id = ${order.id}`);
  const { units } = (await owed()) as UnpaidPayout;
  expect(await owed()).toMatchObject({ origin: order.address, isDue: true });
  await change(`units = ${order.units + 1n}`);
  expect(await owed()).toMatchObject({ isDue: false });
  await change(`units = ${units}, address = '${RECEIVER.Ethereum}'`);
  expect(await owed()).toMatchObject({ isDue: false });
  await change(`address = '${REFUND.Ethereum}'`);
  await world.rows('UPDATE deposit SET quarantined_at = 0');
  expect(await owed()).toMatchObject({ origin: null, isDue: true });
});
