import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '@swapdesk/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../test/support/volume.ts';
import { fromUnits } from '../money/units.ts';
import { resolveOrder } from '../orders/resolve.ts';
import { agree } from '../pricing/terms.ts';
import { denyList } from '../screening/deny-list.ts';
import { CLEAR } from '../screening/screen.ts';
import { wrongsOf } from './testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from './testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await world.close();
});

const FOR_USDT = [{ to_chain: 'Ethereum', to_abbr: 'USDT', to_address: RECEIVER.Ethereum }];
const FOR_USDC = [{ to_chain: 'Ethereum', to_abbr: 'USDC', to_address: RECEIVER.Ethereum }];

/** The engine works on one more chain. */
function alsoOn(chain: string): void {
  world.chains = [...world.chains, world.network(chain).chain];
}

/** The most BTC that can be exchanged for that now, as calculate says it. */
function most(to: readonly object[]): string {
  const request = {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: 0.05,
    to_address: to,
  };
  const terms = agree(world.market(), parseJson(JSON.stringify(request)) as never, {
    float: null,
    fixed: null,
  });
  return fromUnits(terms.limits.maxUnits, 8);
}

describe('the treasury', () => {
  /** Leaves so many units of USDT in it, as if the rest had been promised. */
  async function leave(units: bigint): Promise<void> {
    const { id, treasuryUnits } = world.asset('Ethereum/USDT');
    const [{ next } = { next: 0 }] = await world.rows<{ next: number }>(
      `SELECT nextval('ledger_posting') AS next`,
    );
    await world.rows(
      `INSERT INTO ledger_entry (posting, account, asset_id, units, why, at)
       VALUES ($1, 'treasury', $2, $3, 'test', 0), ($1, 'unclaimed', $2, -$3::numeric, 'test', 0)`,
      [next, id, String(treasuryUnits - units)],
    );
  }

  it('limits what can be placed to what is free, and follows it', async () => {
    expect(most(FOR_USDT)).toBe('10');
    await leave(6_000_000_000n);
    await world.round();
    expect(most(FOR_USDT)).toBe('0.06');
    const order = await world.place({ to_address: FOR_USDT });
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    // 5,000 USDT are gone, fee included.
    expect(() => most(FOR_USDT)).toThrow();
    expect(most(FOR_USDC)).toBe('10');
  });

  it('that is too small by the time of the deposit freezes the order as LIMIT; it can be refunded', async () => {
    const [first, second] = [
      await world.place({ to_address: FOR_USDT }),
      await world.place({ to_address: FOR_USDT, refund_address: REFUND.Bitcoin }),
    ];
    await leave(6_000_000_000n);
    await world.pay(first);
    await world.pay(second);
    await world.settle();
    expect([await world.status(first), await world.status(second)]).toEqual([4, 7]);
    expect(await world.freezeReason(second)).toBe('LIMIT');
    await world.rows(`UPDATE orders SET resolution = 'exchange' WHERE id = $1`, [second.id]);
    await world.settle();
    expect(await world.status(second)).toBe(7);
    await world.rows(`UPDATE orders SET resolution = 'refund' WHERE id = $1`, [second.id]);
    await world.settle();
    expect(await world.status(second)).toBe(5);
  });

  it.runIf(IS_LONG)('may be a receiving address: what is paid there is in it again', async () => {
    const order = await world.place();
    await world.rows('UPDATE order_entry SET address = $2 WHERE order_id = $1', [order.id, 'treasury-evm']);
    const back = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 2,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    await world.rows('UPDATE order_entry SET address = $2 WHERE order_id = $1', [
      back.id,
      'treasury-bitcoin',
    ]);
    await world.pay(order);
    await world.pay(back);
    await world.settle();
    await world.settle();
    expect([await world.status(order), await world.status(back)]).toEqual([4, 4]);
  });

  it.runIf(IS_LONG)('pays into the deposit address of another order as to anyone', async () => {
    const second = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1.243645,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    const first = await world.place({
      to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }],
    });
    await world.rows('UPDATE order_entry SET address = $2 WHERE order_id = $1', [first.id, second.address]);
    await world.pay(first);
    await world.settle();
    await world.settle();
    expect([await world.status(first), await world.status(second)]).toEqual([4, 4]);
  });
});

describe('without a fresh price', () => {
  it('a float order waits, and goes on when there is one', async () => {
    const order = await world.place();
    await world.pay(order);
    world.pricedAt = world.now - 61;
    await world.settle();
    expect(await world.status(order)).toBe(2);
    world.pricedAt = null;
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it.runIf(IS_LONG)(
    'a float order waits, where its node stood still for too long after it had heard one',
    async () => {
      const order = await world.place();
      await world.pay(order);
      world.market = () => {
        const heard = Object.getPrototypeOf(world).market.call(world);
        world.now += 61;
        return heard;
      };
      await world.settle();
      expect(await world.status(order)).toBe(2);
      Reflect.deleteProperty(world, 'market');
      await world.settle();
      expect(await world.status(order)).toBe(4);
    },
  );

  it('a fixed order is exchanged all the same: its prices are agreed', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order);
    world.pricedAt = world.now - 61;
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it.runIf(IS_LONG)('a hundred orders that wait do not keep another from being served', async () => {
    alsoOn('Litecoin');
    const ofLitecoin = { from_chain: 'Litecoin', from_abbr: 'LTC', from_quantity: 10 };
    for (let n = 0; n < 101; n++) await world.pay(await world.place(ofLitecoin));
    const order = await world.place();
    await world.mine(3, 'Litecoin');
    await world.pay(order);
    delete world.prices.LTC;
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });
});

describe('screening', () => {
  it('freezes an order whose sender, receiver or refund address is found, and not even the client can resolve it', async () => {
    const orders = [
      await world.place({ on_mismatch: 'exchange' }),
      await world.place({ refund_address: REFUND.Bitcoin }),
    ];
    for (const order of orders) await world.pay(order);
    for (const found of ['faucet', RECEIVER.Ethereum, REFUND.Bitcoin]) {
      await world.rows('DELETE FROM screening');
      const order = await world.place({ refund_address: REFUND.Bitcoin });
      await world.pay(order);
      world.screen = async ({ address }) => (address === found ? { isHit: true, detail: 'a list' } : CLEAR);
      await world.settle();
      expect([found, await world.status(order)]).toEqual([found, 7]);
      expect(await world.freezeReason(order)).toBe('SCREENING');
      const wish = { action: 'refund', refund_address: REFUND.Bitcoin } as const;
      const resolving = resolveOrder(world.database, await world.order(order), wish, world.market(), 'test');
      await expect(resolving).rejects.toThrow();
    }
    expect(await world.shown(orders[0] as never)).toMatchObject({ status: 7, output: [], refund: [] });
  });

  it('lets an order go on when somebody who may has decided so', async () => {
    const order = await world.place();
    await world.pay(order);
    world.screen = async () => ({ isHit: true, detail: 'a list' });
    await world.settle();
    await world.rows(`UPDATE orders SET resolution = 'exchange' WHERE id = $1`, [order.id]);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it.runIf(IS_LONG)(
    'that does not answer makes the order wait; others, about whom all is known, do not',
    async () => {
      alsoOn('TRON');
      const [first, second] = [await world.place(), await world.place({ to_address: FOR_USDT })];
      await world.pay(first);
      await world.settle();
      expect(await world.status(first)).toBe(4);
      world.screen = async () => {
        throw new Error('unreachable');
      };
      const third = await world.place({
        to_address: [{ to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON }],
      });
      await world.pay(third);
      await world.pay(second);
      await world.settle();
      expect([await world.status(second), await world.status(third)]).toEqual([4, 2]);
      world.screen = async () => CLEAR;
      await world.settle();
      expect(await world.status(third)).toBe(4);
    },
  );

  it.runIf(IS_LONG)('gives nothing back that comes from somebody who is found', async () => {
    const order = await world.place({ refund_address: REFUND.Bitcoin });
    await world.pay(order);
    await world.settle();
    await world.rows('DELETE FROM screening');
    world.screen = async ({ address }) => (address === 'faucet' ? { isHit: true, detail: '' } : CLEAR);
    await world.pay(order, '0.01');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, refund: [] });
  });

  it.runIf(IS_LONG)(
    'by a file of addresses takes it up when the file changes, and waits without it',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'swapdesk-deny-'));
      const file = join(folder, 'denied.txt');
      world.screen = denyList(file);
      const order = await world.place();
      await world.pay(order);
      await world.settle();
      expect(await world.status(order)).toBe(2);
      await writeFile(file, `# a list\n${RECEIVER.Ethereum.toUpperCase()} # somebody\n`);
      await world.settle();
      expect([await world.status(order), await world.freezeReason(order)]).toEqual([7, 'SCREENING']);
      await rm(folder, { recursive: true });
    },
  );
});

describe('when ledger and chain differ', () => {
  it('nothing is paid out in that asset, and in that alone, until an operator has removed the halt', async () => {
    const [usdt, usdc] = [
      await world.place({ to_address: FOR_USDT }),
      await world.place({ to_address: FOR_USDC }),
    ];
    const { id } = world.asset('Ethereum/USDT');
    await world.rows('UPDATE sim_balance SET units = units - 1 WHERE asset_id = $1', [id]);
    await world.pay(usdt);
    await world.pay(usdc);
    await world.settle();
    expect([await world.status(usdt), await world.status(usdc)]).toEqual([3, 4]);
    expect((await world.shown(usdt)).output).toEqual([]);
    expect(
      await world.rows('SELECT asset_id, wallet_units::numeric - ledger_units AS off FROM halt'),
    ).toEqual([{ asset_id: id, off: '-1' }]);
    expect(world.warnings).toContain('ledger and wallet differ: payouts are halted');
    await world.rows('UPDATE sim_balance SET units = units + 1 WHERE asset_id = $1', [id]);
    await world.settle();
    expect(await world.status(usdt)).toBe(3);
    await world.rows('DELETE FROM halt');
    await world.settle();
    expect(await world.status(usdt)).toBe(4);
  });
});
