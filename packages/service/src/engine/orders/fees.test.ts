import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainOrder } from '../../orders/explain.ts';
import type { Order } from '../../orders/order.ts';
import { FeeRules } from '../../pricing/fee-rules.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const BTC = 5_000_000n;

describe('an order with fees by amount', () => {
  it('pays the fee of what came, as agreed, whatever it was placed for and whatever fees are by then', async () => {
    const rule = { id: 1, mode: 'float', accountId: null, pair: null } as const;
    world.fees = new FeeRules([{ ...rule, fromUsdt: 4_000, feePpm: 2_000 }]);
    const order = await world.place({ from_quantity: 0.05 });
    expect(order.entries[0]).toMatchObject({
      feePpm: 2_000,
      feeTiers: [
        { fromUnits: 0n, feePpm: 5_000 },
        { fromUnits: 4_000_000n, feePpm: 2_000 },
      ],
    });
    expect((await world.order(order)).entries).toEqual(order.entries);
    const [small, large] = [
      await world.place({ from_quantity: 0.05 }),
      await world.place({ from_quantity: 0.01 }),
    ];
    world.fees = new FeeRules([]);
    await world.pay(small, '0.01');
    await world.pay(large, '0.05');
    await world.settle();
    const [low, high] = [await world.order(small), await world.order(large)];
    expect(low).toMatchObject({ status: 4, receivedUnits: BTC / 5n, entries: [{ feePpm: 5_000 }] });
    expect(high).toMatchObject({ status: 4, receivedUnits: BTC, entries: [{ feePpm: 2_000 }] });
    for (const each of [order, low, high]) {
      const { units, differing } = explainOrder(each, world.market().catalogue);
      expect({ units, differing }).toEqual({ units: each.receivedUnits || each.units, differing: [] });
    }
    const taken = await world.rows<{ fee_units: string }>(
      'SELECT fee_units FROM order_entry WHERE order_id = ANY ($1) ORDER BY order_id',
      [[low.id, high.id]],
    );
    // 0.25 ETH at 0.5 %, and 1.25 ETH at 0.2 %.
    expect(taken.map(({ fee_units }) => fee_units)).toEqual(['1250000000000000', '2500000000000000']);
  });

  it('is dearer for what the treasury lacks, which stays with the treasury, and keeps that', async () => {
    world.settings = { ...world.settings, skew_strength_ppm: 10_000, skew_bound_ppm: 3_000 };
    world.aim('Ethereum/ETH', 10n ** 30n);
    const order = await world.place({ from_quantity: 0.05 });
    expect(order.entries[0]).toMatchObject({ feePpm: 5_000, skewPpm: 3_000 });
    world.settings = { ...world.settings, skew_strength_ppm: 0 };
    await world.pay(order, '0.05');
    await world.settle();
    const done = await world.order(order);
    // 1.25 ETH less 0.8 %, less the network fee.
    const entry = done.entries[0]!;
    expect(entry).toMatchObject({ feePpm: 5_000, skewPpm: 3_000 });
    expect(entry.units).toBe(1_240_000_000_000_000_000n - entry.networkFeeUnits);
    const [taken] = await world.rows<{ fee_units: string }>(
      'SELECT fee_units FROM order_entry WHERE order_id = $1',
      [done.id],
    );
    expect(taken?.fee_units).toBe('6250000000000000');
  });

  it('is cheaper for what the treasury lacks only as far as that lacks when it comes', async () => {
    const { settings } = world;
    world.settings = { ...settings, skew_strength_ppm: 10_000, skew_bound_ppm: 3_000 };
    const held = world.asset('Bitcoin/BTC').treasuryUnits;
    world.aim('Ethereum/ETH', world.asset('Ethereum/ETH').treasuryUnits);
    world.aim('Bitcoin/BTC', held * 2n);
    const [gone, less, kept] = [await world.place(), await world.place(), await world.place()];
    expect(gone.entries[0]).toMatchObject({ feePpm: 5_000, skewPpm: -3_000 });
    const skewAfter = async (order: Order, target: bigint) => {
      world.aim('Bitcoin/BTC', target);
      world.now += 86_400 * 2;
      await world.pay(order);
      await world.settle();
      const done = await world.order(order);
      expect(done.status).toBe(4);
      expect(explainOrder(done, world.market().catalogue).differing).toEqual([]);
      return done.entries[0]?.skewPpm;
    };
    expect(await skewAfter(gone, held / 2n)).toBe(0);
    const now = world.asset('Bitcoin/BTC').treasuryUnits;
    const left = await skewAfter(less, (now * 10n) / 9n);
    expect(left).toBeGreaterThan(-1_100);
    expect(left).toBeLessThan(-900);
    // Somebody switches it off: what was agreed stays.
    world.settings = { ...settings, skew_strength_ppm: 0 };
    expect(await skewAfter(kept, held / 2n)).toBe(-3_000);
    world.aim('Bitcoin/BTC', 0n);
    world.settings = settings;
  });

  it('of a fixed order is the most that is forgiven of its deposit', async () => {
    const { settings } = world;
    world.settings = { ...settings, tolerance_ppm: 10_000, fixed_fee_ppm: 50 };
    // 0.005 % of 0.05 BTC is 250 units.
    const paidWith = async (amount: string) => {
      const order = await world.place({ exchange_mode: 'fixed' });
      await world.pay(order, amount);
      await world.settle();
      return [await world.status(order), await world.freezeReason(order)];
    };
    expect(await paidWith('0.0499975')).toEqual([4, null]);
    expect(await paidWith('0.04999749')).toEqual([7, 'LESS']);
    world.settings = settings;
  });

  it('has the same skew whatever was promised to orders that nobody has paid', async () => {
    world.settings = { ...world.settings, skew_strength_ppm: 1_000_000, skew_bound_ppm: 50_000 };
    // A tenth of a percent above: enough for a fixed order to be seen.
    world.aim('Ethereum/ETH', (world.asset('Ethereum/ETH').treasuryUnits * 1_001n) / 1_000n);
    const before = await world.place();
    await world.place({ exchange_mode: 'fixed' });
    const after = await world.place();
    expect(before.entries[0]?.skewPpm).toBeGreaterThan(0);
    expect(after.entries[0]?.skewPpm).toBe(before.entries[0]?.skewPpm);
  });
});

describe('an order whose entries are not numbered from 0', () => {
  it('pays what its exchange gives, and not what it was placed with', async () => {
    const order = await world.place({ from_quantity: 0.05 });
    const agreed = order.entries[0]?.units as bigint;
    await world.rows(
      'UPDATE order_entry SET entry = 2, units = units * 2, units_origin = units * 2 WHERE order_id = $1',
      [order.id],
    );
    await world.pay(order, '0.05');
    await world.settle();
    const done = await world.order(order);
    expect(done.status).toBe(4);
    expect(done.entries[0]?.units).toBeLessThanOrEqual(agreed);
    const [paid] = await world.rows<{ units: string }>('SELECT units FROM payout WHERE order_id = $1', [
      order.id,
    ]);
    expect(paid?.units).toBe(String(done.entries[0]?.units));
  });
});
