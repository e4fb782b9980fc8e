import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Chain, HelpPrice } from '../../chains/chain.ts';
import { encodeTransaction } from '../../chains/sim/sim-transaction.ts';
import { parseFixed } from '../../money/fixed.ts';
import type { Order } from '../../orders/order.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, type World } from '../testing/world.ts';
import { isWorthIt } from './help-deposits.ts';

const WAIT_S = 600;
const FEE = 20_000n;

let world: World;
let chains: Chain[];
beforeAll(async () => {
  world = await openWorld();
  chains = world.chains;
});
afterEach(async () => {
  await world.settle();
  world.chains = chains;
  expect(await wrongsOf(world)).toEqual([]);
});
afterAll(() => world.close());

/** Bitcoin, where deposits that wait are helped at this price. */
function helpOn(price: Partial<HelpPrice> | null = {}, more: Partial<Chain> = {}): void {
  const helper = {
    waitS: WAIT_S,
    worth: parseFixed('50'),
    mostUnits: null,
    price: async () => price && { feeUnits: FEE, feeRate: FEE, isReplaceable: false, ...price },
  };
  world.chains = chains.map((chain) =>
    chain.name === 'Bitcoin' ? Object.assign(Object.create(chain), { helper, ...more }) : chain,
  );
}

/** An order that has been paid, a while ago, but no block has it. */
async function waiting(seconds = WAIT_S + 16): Promise<{ order: Order; txid: string }> {
  const order = await world.place();
  const txid = await world.pay(order);
  await world.round();
  world.now += seconds;
  return { order, txid };
}

interface Help {
  id: number;
  txid: string;
  state: string;
  units: string;
  payee: string;
}
const helpsOf = (txid: string) =>
  world.rows<Help>(
    `SELECT a.id, a.txid, a.state, p.units::text, p.payee
       FROM payment p JOIN attempt a ON a.payment_id = p.id JOIN payment_spend s ON s.payment_id = p.id
      WHERE p.purpose = 'help' AND s.spend = $1 || ':0'`,
    [txid],
  );
const mempool = async () => (await world.network('Bitcoin').network.mempool()).map(({ txid }) => txid);

describe('a deposit that no block takes', () => {
  it('is spent to the treasury, and its order is credited in full, once, with the fee on us', async () => {
    helpOn();
    const networkFees = async () =>
      BigInt(
        (
          await world.rows<{ units: string }>(
            "SELECT coalesce(sum(units), 0)::text AS units FROM ledger_entry WHERE account = 'network' AND asset_id = $1",
            [world.asset('Bitcoin/BTC').id],
          )
        )[0]?.units ?? 0,
      );
    const before = await networkFees();
    const { order, txid } = await waiting();
    await world.round();
    const [help, ...more] = await helpsOf(txid);
    expect(more).toEqual([]);
    expect(help).toMatchObject({ payee: 'treasury-bitcoin', units: String(order.units - FEE) });
    expect(await mempool()).toEqual([txid, help?.txid]);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
    expect(await helpsOf(txid)).toMatchObject([{ state: 'confirmed' }]);
    expect(await networkFees()).toBe(before + FEE);
    const deposits = await world.rows('SELECT units::text, state FROM deposit WHERE order_id = $1', [
      order.id,
    ]);
    expect(deposits).toEqual([{ units: String(order.units), state: 'confirmed' }]);
  });

  it('is helped once, however long it waits, and is not replaced', async () => {
    helpOn();
    const { txid } = await waiting();
    for (let n = 0; n < 4; n++) {
      world.now += 700;
      await world.round();
    }
    expect(await helpsOf(txid)).toMatchObject([{ state: 'sent' }]);
    expect(await mempool()).toHaveLength(2);
  });

  it('is not helped before its time, where it needs no help, or where no order waits for it', async () => {
    helpOn();
    const early = await waiting(WAIT_S - 16);
    await world.round();
    expect(await helpsOf(early.txid)).toEqual([]);
    helpOn(null);
    const easy = await waiting();
    await world.round();
    expect(await helpsOf(easy.txid)).toEqual([]);
    helpOn();
    const surplus = await waiting(0);
    await world.pay(surplus.order);
    await world.settle();
    const again = await world.pay(surplus.order);
    await world.round();
    world.now += WAIT_S + 16;
    await world.round();
    expect(await helpsOf(again)).toEqual([]);
  });

  it('is given more time where its sender can still replace it', async () => {
    helpOn({ isReplaceable: true });
    const { txid } = await waiting();
    await world.round();
    expect(await helpsOf(txid)).toEqual([]);
    world.now += 2 * WAIT_S;
    await world.round();
    expect(await helpsOf(txid)).toHaveLength(1);
  });

  it('that is replaced takes its help with it, and nothing stays reserved', async () => {
    helpOn();
    const { order, txid } = await waiting();
    await world.round();
    const { network } = world.network('Bitcoin');
    const [help] = await helpsOf(txid);
    await network.drop(txid);
    await world.round();
    expect(await helpsOf(txid)).toMatchObject([{ state: 'gone' }]);
    expect(await world.status(order)).toBe(1);
    // Nobody sends it, however often it would be time to.
    await network.drop(help?.txid as string);
    world.now += 100;
    await world.round();
    await world.pass(3);
    expect(await mempool()).toEqual([]);
    // The client pays again.
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('that comes back brings its help back', async () => {
    helpOn();
    const { order, txid } = await waiting();
    await world.round();
    const { network } = world.network('Bitcoin');
    const [help] = await helpsOf(txid);
    const [row] = await world.rows<{ bytes: Buffer }>('SELECT bytes FROM attempt WHERE id = $1', [help?.id]);
    await network.drop(txid);
    await network.drop(help?.txid as string);
    await world.round();
    expect(await helpsOf(txid)).toMatchObject([{ state: 'gone' }]);
    await world.rows("UPDATE sim_tx SET state = 'waiting' WHERE txid = $1", [txid]);
    await world.round();
    await world.round();
    expect(await mempool()).toEqual([txid, help?.txid]);
    expect(row?.bytes).toEqual(
      (await world.rows<{ bytes: Buffer }>('SELECT bytes FROM attempt WHERE id = $1', [help?.id]))[0]?.bytes,
    );
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await helpsOf(txid)).toMatchObject([{ state: 'confirmed' }]);
  });

  it('that is mined without its help has its coin brought in by it all the same', async () => {
    helpOn();
    const { order, txid } = await waiting();
    await world.round();
    const [help] = await helpsOf(txid);
    await world.network('Bitcoin').network.drop(help?.txid as string);
    await world.pass(2);
    expect(await helpsOf(txid)).toMatchObject([{ state: 'sent' }]);
    // No payment takes a coin that has a use.
    const free = await world.rows(
      "SELECT 1 FROM coin c JOIN payment_spend s ON s.spend = c.spend WHERE c.spend = $1 || ':0'",
      [txid],
    );
    expect(free).toHaveLength(1);
    world.now += 31;
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await helpsOf(txid)).toMatchObject([{ state: 'confirmed' }]);
  });

  it('is undone with its help by a reorganisation, and both are confirmed again', async () => {
    helpOn();
    const { order, txid } = await waiting();
    await world.round();
    await world.mine(1, 'Bitcoin');
    await world.round();
    expect(await helpsOf(txid)).toMatchObject([{ state: 'mined' }]);
    await world.network('Bitcoin').network.reorganize(1, world.now);
    await world.round();
    expect(await helpsOf(txid)).toMatchObject([{ state: 'sent' }]);
    expect(await wrongsOf(world)).toEqual([]);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await helpsOf(txid)).toMatchObject([{ state: 'confirmed' }]);
  });

  it('is helped after a crash between storing and sending: the same bytes are sent', async () => {
    helpOn({}, { broadcast: () => Promise.reject(new Error('killed')) });
    const { order, txid } = await waiting();
    await world.round();
    const [help] = await helpsOf(txid);
    expect(help?.state).toBe('signed');
    helpOn();
    await world.round();
    expect(await mempool()).toEqual([txid, help?.txid]);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('pays with several transfers at once: one help is enough for all', async () => {
    helpOn();
    const orders = [await world.place(), await world.place()];
    const { network } = world.network('Bitcoin');
    const gives = orders.map(({ address, assetId, units }) => ({ address, assetId, units: String(units) }));
    const txid = await network.submit(
      encodeTransaction({
        chainId: network.chainId,
        sources: ['faucet'],
        spends: ['faucet:both'],
        takes: [],
        gives,
        feeUnits: '0',
        salt: 'both',
      }).bytes,
    );
    await world.round();
    for (let n = 0; n < 3; n++) {
      world.now += WAIT_S + 16;
      await world.round();
    }
    const helps = await world.rows(
      `SELECT 1 FROM payment p JOIN payment_spend s ON s.payment_id = p.id
        WHERE p.purpose = 'help' AND s.spend LIKE $1 || ':%'`,
      [txid],
    );
    expect(helps).toHaveLength(1);
    await world.settle();
    expect(await Promise.all(orders.map((order) => world.status(order)))).toEqual([4, 4]);
  });
});

describe('whether a deposit is worth its help', () => {
  it.each([
    ['50', null, 1_000n, 20n, true],
    ['50', null, 999n, 20n, false],
    ['50', 20n, 1_000n, 20n, true],
    ['50', 19n, 1_000n, 20n, false],
    ['0', null, 20n, 20n, false],
    ['1.5', null, 29n, 20n, false],
    ['1.5', null, 30n, 20n, true],
  ])('worth %s, at most %s: %s units for a fee of %s', (worth, mostUnits, units, fee, isWorth) => {
    expect(isWorthIt({ worth: parseFixed(worth), mostUnits }, units, fee)).toBe(isWorth);
  });
});
