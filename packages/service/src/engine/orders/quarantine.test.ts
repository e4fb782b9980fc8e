import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { listQuarantined, releaseDeposit } from '../../acts/release-deposit.ts';
import type { Chain } from '../../chains/chain.ts';
import { parseFixed } from '../../money/fixed.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { CLEAR } from '../../screening/screen.ts';
import { transaction } from '../../store/transaction.ts';
import { askToCancel } from '../payments/cancelled-payments.ts';
import { freeCoins } from '../payments/spendable.ts';
import { unsweptBalances } from '../payments/unswept.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

/** What screening stopped is not mixed with anything, until somebody who may has decided. */

let world: World;
beforeEach(async () => {
  world = await openWorld();
  world.isScreened = true;
});
afterEach(() => world.close());

const FROM_ETHEREUM = {
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};

/** An order whose sender is found. */
async function stopped(wish: object = {}): Promise<Order> {
  const order = await world.place(wish);
  await world.pay(order);
  world.screen = async ({ address }) => (address === 'faucet' ? { isHit: true, detail: 'a list' } : CLEAR);
  await world.settle();
  expect([await world.status(order), await world.freezeReason(order)]).toEqual([7, 'SCREENING']);
  return order;
}

const coinOf = async ({ id }: Order) =>
  (
    await world.rows<{ spend: string }>(
      "SELECT txid || ':' || index AS spend FROM deposit WHERE order_id = $1",
      [id],
    )
  )[0]?.spend as string;
const spends = async (order: Order) =>
  world.rows<{ purpose: string; many: number }>(
    `SELECT p.purpose, (SELECT count(*)::int FROM payment_spend a WHERE a.payment_id = p.id) AS many
       FROM payment_spend s JOIN payment p ON p.id = s.payment_id WHERE s.spend = $1`,
    [await coinOf(order)],
  );
const resolved = (order: Order, resolution: string) =>
  world.rows(
    'UPDATE orders SET resolution = $2, refund_address = coalesce(refund_address, $3) WHERE id = $1',
    [order.id, resolution, REFUND.Bitcoin],
  );

describe('a deposit that screening stopped', () => {
  it('pays nobody: neither a payout nor a sweep spends its coin', async () => {
    const order = await stopped();
    // All other coins are gone: whoever is to be paid has to wait rather than to be paid with this one.
    const coin = await coinOf(order);
    await world.rows(
      "DELETE FROM coin WHERE spend <> $1 AND chain_id = (SELECT id FROM chain WHERE name = 'Bitcoin')",
      [coin],
    );
    world.screen = async () => CLEAR;
    const other = await world.place({ ...FROM_ETHEREUM, from_quantity: 0.01 }).catch(() => null);
    if (other !== null) await world.pay(other);
    await world.settle();
    expect(await spends(order)).toEqual([]);
  });

  it('goes back itself when it is refunded, with no coin of anybody else beside it', async () => {
    const order = await stopped({ refund_address: REFUND.Bitcoin });
    await resolved(order, 'refund');
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect(await spends(order)).toEqual([{ purpose: 'payouts', many: 1 }]);
    expect(await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')).toBeGreaterThan(0n);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('is ours like everything else once somebody who may has exchanged it', async () => {
    const order = await stopped();
    await resolved(order, 'exchange');
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await world.rows('SELECT 1 FROM deposit WHERE quarantined_at > 0')).toEqual([]);
  });

  it.runIf(IS_LONG)('goes back by itself also where others go back at the same time', async () => {
    const orders = [
      await stopped({ refund_address: REFUND.Bitcoin }),
      await stopped({ refund_address: REFUND.Bitcoin }),
    ];
    for (const order of orders) await resolved(order, 'refund');
    await world.settle();
    for (const order of orders) {
      expect(await world.status(order)).toBe(5);
      expect(await spends(order)).toEqual([{ purpose: 'payouts', many: 1 }]);
    }
    const { rows } = await world.database.query(
      "SELECT count(DISTINCT payment_id)::int AS payments FROM payout WHERE reason = 'refund'",
    );
    expect(rows).toEqual([{ payments: 2 }]);
  });

  it.runIf(IS_LONG)(
    'is followed by another that goes back by itself as well, though nobody was asked about it',
    async () => {
      const order = await stopped({ refund_address: REFUND.Bitcoin });
      world.now += 10;
      const later = await world.pay(order);
      await world.settle();
      await resolved(order, 'refund');
      await world.settle();
      await world.settle();
      expect(await world.status(order)).toBe(5);
      const paid = await world.rows<{ spends: number; is_its_own: boolean }>(
        `SELECT (SELECT count(*)::int FROM payment_spend a WHERE a.payment_id = o.payment_id) AS spends,
              EXISTS (SELECT 1 FROM payment_spend a WHERE a.payment_id = o.payment_id
                         AND a.spend = d.txid || ':' || d.index) AS is_its_own
         FROM payout o JOIN deposit d ON d.id = o.deposit_id WHERE o.order_id = $1 AND o.reason = 'refund'`,
        [order.id],
      );
      expect(paid).toEqual([
        { spends: 1, is_its_own: true },
        { spends: 1, is_its_own: true },
      ]);
      expect(
        await world.rows('SELECT 1 FROM deposit WHERE txid = $1 AND quarantined_at = 0', [later]),
      ).toEqual([]);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  it.runIf(IS_LONG)('is exchanged without what came after it: about that nobody has decided', async () => {
    const order = await stopped();
    world.now += 10;
    const later = await world.pay(order);
    await world.settle();
    await resolved(order, 'exchange');
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect(await world.rows('SELECT use FROM deposit WHERE order_id = $1 ORDER BY id', [order.id])).toEqual([
      { use: 'exchange' },
      { use: expect.not.stringMatching('exchange') },
    ]);
    const chain = world.chains.find(({ name }) => name === 'Bitcoin') as Chain;
    const isFree = (await freeCoins(world.database, chain, true)).some(({ spend }) =>
      spend.startsWith(later),
    );
    expect(isFree).toBe(false);
  });

  it('of which nothing was decided yet pays nobody either, while nobody answers', async () => {
    const order = await world.place();
    await world.pay(order);
    world.screen = async () => {
      throw new Error('unreachable');
    };
    await world.settle();
    expect(await world.status(order)).toBe(2);
    const chain = world.chains.find(({ name }) => name === 'Bitcoin') as Chain;
    const coin = await coinOf(order);
    const isFree = async (isScreened: boolean) =>
      (await freeCoins(world.database, chain, isScreened)).some(({ spend }) => spend === coin);
    expect([await isFree(true), await isFree(false)]).toEqual([false, true]);
  });

  it('on an account is not swept', async () => {
    const order = await stopped(FROM_ETHEREUM);
    const ethereum = world.chains.find(({ name }) => name === 'Ethereum') as Chain;
    // As a deposit to an address whose coins have to be brought in lies there.
    await world.rows(
      `INSERT INTO coin (chain_id, spend, address, asset_id, units, height)
       SELECT chain_id, txid || ':' || index, address, asset_id, units, height FROM deposit WHERE order_id = $1
           ON CONFLICT DO NOTHING`,
      [order.id],
    );
    const unswept = () => unsweptBalances(world.database, ethereum, [order.address]);
    expect(await unswept()).toEqual([]);
    await world.rows('UPDATE deposit SET quarantined_at = 0');
    expect(await unswept()).toMatchObject([{ address: order.address, units: order.units }]);
  });

  it('is released by an act that says why, once', async () => {
    const order = await stopped();
    const [kept] = await listQuarantined(world.database);
    expect(kept).toMatchObject({ no: order.no, units: String(order.units) });
    const release = () =>
      transaction(world.database, (client) =>
        releaseDeposit(client, kept?.id ?? 0, 'checked with the sender'),
      );
    expect((await release()).changes.at(-1)).toMatchObject({ what: 'why', after: 'checked with the sender' });
    expect(await listQuarantined(world.database)).toEqual([]);
    await expect(release()).rejects.toThrow();
  });

  it.runIf(IS_LONG)('that is surplus is kept apart too', async () => {
    const order = await world.place({ refund_address: REFUND.Bitcoin });
    await world.pay(order);
    await world.settle();
    await world.rows('DELETE FROM screening');
    world.screen = async ({ address }) => (address === 'faucet' ? { isHit: true, detail: '' } : CLEAR);
    await world.pay(order, '0.01');
    await world.settle();
    const kept = await world.rows('SELECT use FROM deposit WHERE order_id = $1 AND quarantined_at > 0', [
      order.id,
    ]);
    expect(kept).toEqual([{ use: null }]);
  });
});

describe('the refund of what screening stopped', () => {
  /** One that is to go back, and what pays it, if anything does yet. */
  async function refunding() {
    const order = await stopped({ refund_address: REFUND.Bitcoin });
    await resolved(order, 'refund');
    await world.round();
    await world.round();
    return { order, ...(await payoutOf(order)) };
  }
  const payoutOf = async ({ id }: Order) => {
    const [payout] = await world.rows<{ units: string; paymentId: number; state: string; why: string }>(
      `SELECT units::text, payment_id AS "paymentId", state, waits_why AS why FROM payout WHERE order_id = $1 AND reason = 'refund'`,
      [id],
    );
    return payout as NonNullable<typeof payout>;
  };
  const release = async () => {
    const [kept] = await listQuarantined(world.database);
    await transaction(world.database, (client) => releaseDeposit(client, kept?.id ?? 0, 'checked'));
  };
  const paidBack = () => world.received(REFUND.Bitcoin, 'Bitcoin/BTC');

  it('is not cancelled: that would leave it among the others, and too little of it to go back by itself', async () => {
    const { order, paymentId, units } = await refunding();
    expect(await askToCancel(world.database, paymentId, world.now)).toBe('kept apart');
    const before = await paidBack();
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect(await spends(order)).toEqual([{ purpose: 'payouts', many: 1 }]);
    expect((await paidBack()) - before).toBe(BigInt(units));
    expect(await wrongsOf(world)).toEqual([]);
  });

  it.runIf(IS_LONG)('is cancelled and made anew like any other once it is released', async () => {
    const { order, paymentId, units } = await refunding();
    await release();
    expect(await askToCancel(world.database, paymentId, world.now)).toBe('asked');
    const before = await paidBack();
    // So that no block takes the refund before its cancel is there.
    await world.round();
    await world.round();
    await world.settle();
    expect([(await payoutOf(order)).state, await paidBack()]).toEqual(['failed', before]);
    await resolveByOperator(world.database, order.id, 'refund', null);
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect((await paidBack()) - before).toBe(BigInt(units));
    expect(await wrongsOf(world)).toEqual([]);
  });

  it.runIf(IS_LONG)(
    'whose coin was spent before it was stopped goes back from the treasury, also after a cancel',
    async () => {
      const bitcoin = world.chains.find(({ name }) => name === 'Bitcoin') as Chain;
      const price = async () => ({ feeUnits: 20_000n, feeRate: 20_000n, isReplaceable: false });
      const helper = { waitS: 600, worth: parseFixed('50'), mostUnits: null, price };
      const helped = Object.assign(Object.create(bitcoin), { helper });
      const usual = world.chains;
      world.chains = usual.map((each) => (each === bitcoin ? helped : each));
      const order = await world.place({ refund_address: REFUND.Bitcoin });
      await world.pay(order);
      await world.round();
      world.now += 616;
      await world.round();
      expect(await spends(order)).toEqual([{ purpose: 'help', many: 1 }]);
      world.chains = usual;
      world.screen = async ({ address }) =>
        address === 'faucet' ? { isHit: true, detail: 'a list' } : CLEAR;
      await world.settle();
      expect(await world.freezeReason(order)).toBe('SCREENING');
      await resolved(order, 'refund');
      await world.round();
      await world.round();
      const { paymentId } = await payoutOf(order);
      expect(await askToCancel(world.database, paymentId, world.now)).toBe('asked');
      await world.round();
      await world.round();
      await world.settle();
      await resolveByOperator(world.database, order.id, 'refund', null);
      await world.settle();
      expect([await world.status(order), (await payoutOf(order)).why]).toEqual([5, null]);
      expect(await wrongsOf(world)).toEqual([]);
    },
  );

  it('waits if its own coin is not enough, says what helps, and goes on with it', async () => {
    const usual = world.chains;
    const bitcoin = usual.find(({ name }) => name === 'Bitcoin') as Chain;
    const { now, most } = await bitcoin.feeRate();
    const dear = { feeRate: async () => ({ now: now * 9n, most: most * 9n }) };
    world.chains = usual.map((each) => (each === bitcoin ? Object.assign(Object.create(each), dear) : each));
    const { order, why } = await refunding();
    expect(why).toMatch(/by itself is not enough.*deposit release/);
    expect(world.warnings).toContain('a payout waits: its own coin cannot pay it now');
    await release();
    await world.settle();
    expect(await world.status(order)).toBe(5);
    world.chains = usual;
    expect(await wrongsOf(world)).toEqual([]);
  });
});

describe('a deposit of which nobody says who sent it', () => {
  /** As a node without traces tells of what a contract sent. */
  const unsaid = async (wish: object = {}) => {
    const order = await world.place(wish);
    await world.pay(order);
    await world.round();
    await world.rows("UPDATE deposit SET sources = '{}' WHERE order_id = $1", [order.id]);
    await world.mine(3, 'Bitcoin');
    await world.round();
    await world.rows("UPDATE deposit SET sources = '{}' WHERE order_id = $1", [order.id]);
    await world.round();
    return order;
  };

  it('is frozen, for somebody to look at, and kept apart', async () => {
    const order = await unsaid();
    await world.round();
    expect([await world.status(order), await world.freezeReason(order)]).toEqual([7, 'SCREENING']);
    expect(await world.rows('SELECT 1 FROM deposit WHERE quarantined_at > 0')).toHaveLength(1);
  });

  it('is nobody’s concern where nobody is asked', async () => {
    world.isScreened = false;
    const order = await unsaid();
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });
});
