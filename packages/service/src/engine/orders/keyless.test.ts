import { readFile } from 'node:fs/promises';
import { type PlaceRequest, parseJson } from '@swapdesk/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findOrCreateAccount } from '../../access/accounts.ts';
import { authenticate } from '../../access/authenticate.ts';
import type { Caller } from '../../access/caller.ts';
import { type Account, Directory, loadDirectory } from '../../access/directory.ts';
import type { Settings } from '../../catalog/settings.ts';
import { fromUnits } from '../../money/units.ts';
import { cancelOrder } from '../../orders/cancel.ts';
import type { Order } from '../../orders/order.ts';
import { wrongReservations } from '../../orders/wrong-reservations.ts';
import { AskedBefore } from '../../pricing/asked-before.ts';
import { agree, type Remembered } from '../../pricing/terms.ts';
import { transaction } from '../../store/transaction.ts';
import { ANYONE, openWorld, RECEIVER, type Wish, type World } from '../testing/world.ts';

/** 100 BTC are in the treasury; at 100,000 USDT for BTC and 4,000 for ETH, 25 ETH are 1 BTC. */
let world: World;
let settings: Settings;
let directory: Directory;
let withKey: Account;
const NO_CAPS_IN_USDT = {
  fixed_open_per_caller_usdt: 0,
  fixed_open_per_asset_usdt: 0,
  fixed_open_usdt: 0,
} as const;
const MIGRATION = new URL('../../../migrations/0029_keyless_share.sql', import.meta.url);
const BUSY = 'server is busy';
const TOO_LARGE = 'from quantity too large';
const REFUSED = new RegExp(`${BUSY}|${TOO_LARGE}`);

beforeAll(async () => {
  world = await openWorld();
  settings = world.settings;
  const { id } = await transaction(world.database, (client) => findOrCreateAccount(client, 'shop', 0));
  const [row] = await world.rows<{ roll: number }>(
    'SELECT orders_roll_id AS roll FROM account WHERE id = $1',
    [id],
  );
  const { anonymous } = await loadDirectory(world.database, null);
  directory = new Directory({ anonymous, isOpen: false, keys: [] });
  withKey = { ...ANYONE.account, id, name: 'shop', ordersRollId: Number(row?.roll), fees: NO_FEES };
});
afterAll(() => world.close());
beforeEach(() => {
  world.settings = settings;
});
let placedHere: Order[] = [];
afterEach(async () => {
  expect(await wrongReservations(world.database)).toEqual([]);
  const open = placedHere;
  placedHere = [];
  for (const order of open) await cancelOrder(world.database, order, world.now);
  expect(await wrongReservations(world.database)).toEqual([]);
  expect(await world.rows('SELECT 1 FROM promised WHERE units > 0 OR keyless_units > 0')).toEqual([]);
});

const NO_FEES = { float: null, fixed: null };
/** Each from a network of its own. */
const stranger = (nth: number): Caller =>
  authenticate(directory, settings, world.now, {
    headers: {},
    ip: `2001:db8:0:${nth}::/64`,
    address: `2001:db8:0:${nth}::1`,
    method: 'POST',
    path: '/',
    query: '',
    body: '',
  });
/** The account, by one of its keys. */
const shop = (nth = 0): Caller => ({
  ...stranger(0),
  account: withKey,
  scope: `key:${nth}`,
  accountScope: `account:${withKey.id}`,
  isSigned: true,
});
const ASKED = {
  exchange_mode: 'fixed',
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};

async function toBtc(eth: number | string, caller: Caller, wish: Wish = {}): Promise<Order> {
  const order = await world.place({ ...ASKED, from_quantity: Number(eth), caller, ...wish });
  placedHere.push(order);
  return order;
}

/** Both kinds of callers share it. */
let memo = new AskedBefore<Remembered>();

/** How much of ETH a quote says may be sent; or why there is none. */
function quotedTo({ account, isLimited }: Caller): string {
  const request = parseJson(JSON.stringify({ ...ASKED, from_quantity: 0.1 })) as unknown as PlaceRequest;
  try {
    const market = { ...world.market(), memo };
    const { limits, from } = agree(market, request, account.fees, isLimited);
    return fromUnits(limits.maxUnits, from.decimals).toString();
  } catch (error) {
    return (error as Error).message;
  }
}

/** As a node does when the treasury has changed. */
async function look(): Promise<void> {
  await world.round([]);
  memo = new AskedBefore();
}

describe('callers without a key', () => {
  it('take half of the cap of an asset, from however many networks; quotes say so, accounts and float go on', async () => {
    await look();
    expect([quotedTo(stranger(1)), quotedTo(shop())]).toEqual(['12.5', '12.5']);
    for (let n = 0; n < 5; n++) await toBtc(12.25, stranger(n));
    await look();
    // 5,000 of 250,000 USDT are left to them, 255,000 of 500,000 to others, of whom each has 50,000.
    expect([quotedTo(stranger(7)), quotedTo(shop())]).toEqual(['1.25', '12.5']);
    await expect(toBtc(1.26, stranger(7))).rejects.toMatchObject({
      message: TOO_LARGE,
      data: { max_from_quantity: '1.25' },
    });
    await toBtc(1.25, stranger(7));
    await look();
    expect(quotedTo(stranger(8))).toMatch(BUSY);
    await expect(toBtc(0.1, stranger(8))).rejects.toThrow(BUSY);
    await toBtc(0.1, stranger(8), { exchange_mode: 'float' });
    for (let n = 0; n < 5; n++) await toBtc(12.5, shop(n));
    await look();
    expect(quotedTo(shop(9))).toMatch(BUSY);
  });

  it.each<[string, Partial<Settings>, number, number]>([
    ['the cap of an asset', {}, 12.5, 5],
    ['the share of the treasury', NO_CAPS_IN_USDT, 200, 3],
    ['the cap in all', { fixed_open_usdt: 48_000 }, 3, 2],
  ])(
    'take no more of %s if all come at once, to nodes that have not heard of each other',
    async (_, caps, eth, most) => {
      world.settings = { ...settings, ...caps };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_each, n) => toBtc(eth, stranger(n))),
      );
      expect(placedHere.length).toBe(most);
      for (const each of outcomes)
        if (each.status === 'rejected') expect(String(each.reason)).toMatch(REFUSED);
      await toBtc(eth, shop());
    },
  );

  it('take half of the share of the treasury that fixed orders may promise', async () => {
    world.settings = { ...settings, ...NO_CAPS_IN_USDT };
    await toBtc(200, stranger(1));
    await toBtc(200, stranger(2));
    await toBtc(200, stranger(3));
    await look();
    // 25 of 100 BTC are 625 ETH.
    expect(quotedTo(stranger(4))).toBe('25');
    await expect(toBtc(26, stranger(4))).rejects.toMatchObject({ data: { max_from_quantity: '25' } });
    await toBtc(25, stranger(4));
    await expect(toBtc(0.1, stranger(5))).rejects.toThrow(BUSY);
    for (let n = 0; n < 3; n++) await toBtc(200, shop());
    await toBtc(25, shop());
    await expect(toBtc(0.1, shop())).rejects.toThrow(BUSY);
  });

  it('take half of the cap in all, in whatever assets', async () => {
    world.settings = { ...settings, fixed_open_usdt: 48_000 };
    const toEth = (caller: Caller) =>
      world.place({ exchange_mode: 'fixed', from_quantity: 0.12, caller }).then((order) => {
        placedHere.push(order);
      });
    await toBtc(2.75, stranger(1));
    await toEth(stranger(2));
    // 1,000 USDT are left.
    await expect(toBtc(0.3, stranger(3))).rejects.toMatchObject({ data: { max_from_quantity: '0.25' } });
    await expect(toEth(stranger(3))).rejects.toThrow(TOO_LARGE);
    await toBtc(0.25, stranger(3));
    await expect(toEth(stranger(3))).rejects.toThrow(BUSY);
    await toBtc(3, shop());
    await toEth(shop());
    await expect(toEth(shop())).rejects.toThrow(BUSY);
  });

  it('do not stop accounts where they have more than their share, as after it was made less', async () => {
    for (let n = 0; n < 4; n++) await toBtc(12.25, stranger(n));
    world.settings = { ...settings, fixed_keyless_pct: 1 };
    await expect(toBtc(0.1, stranger(5))).rejects.toThrow(BUSY);
    await toBtc(12.25, shop());
  });

  it('may have all of it if an operator says so', async () => {
    world.settings = { ...settings, fixed_keyless_pct: 100 };
    for (let n = 0; n < 10; n++) await toBtc(12.5, stranger(n));
    await expect(toBtc(0.1, shop())).rejects.toThrow(BUSY);
  });

  it('are nobody in open mode: nothing is capped, and nothing counted', async () => {
    await toBtc(200, ANYONE);
    for (let n = 0; n < 5; n++) await toBtc(200, { ...ANYONE, account: directory.anonymous });
    expect(await world.rows('SELECT 1 FROM promised WHERE keyless_units <> 0 OR keyless_value <> 0')).toEqual(
      [],
    );
    expect(await world.rows('SELECT 1 FROM reservation WHERE is_keyless')).toEqual([]);
  });
});

describe('whoever ends or makes a reservation, of whatever version', () => {
  const sums = () =>
    world.rows<{ units: string; value: string; keyless_units: string; keyless_value: string }>(
      'SELECT units, value, keyless_units, keyless_value FROM promised WHERE units <> 0 OR value <> 0 OR keyless_units <> 0 OR keyless_value <> 0',
    );

  it.each([
    ['knows nothing of callers without a key', 'units = p.units - t.units, value = p.value - t.value'],
    [
      'counts for itself',
      'units = p.units - t.units, value = p.value - t.value, keyless_units = p.keyless_units - t.keyless, keyless_value = p.keyless_value - t.keyless_value',
    ],
  ])('lets go of all that was promised, also one that %s', async (_, counting) => {
    for (const order of [await toBtc(1, stranger(1)), await toBtc(2, shop())]) {
      await world.database.query(
        `WITH ended AS (
           DELETE FROM reservation WHERE order_id = $1 RETURNING asset_id, units, value, is_keyless
         ), t AS MATERIALIZED (
           SELECT asset_id, sum(units) AS units, sum(value) AS value, coalesce(sum(units) FILTER (WHERE is_keyless), 0) AS keyless,
                  coalesce(sum(value) FILTER (WHERE is_keyless), 0) AS keyless_value FROM ended GROUP BY asset_id
         )
         UPDATE promised p SET ${counting} FROM t WHERE p.asset_id = t.asset_id`,
        [order.id],
      );
      const whats = (await wrongReservations(world.database)).map(({ what }) => what);
      expect(whats).toEqual([`order ${order.no} waits, but nothing is reserved for it`]);
      await cancelOrder(world.database, order, world.now);
    }
    placedHere = [];
    expect(await sums()).toEqual([]);
  });

  it('counts each once, and what is taken back by a rollback or a truncation not at all', async () => {
    const { id } = await toBtc(1, stranger(1));
    const before = await sums();
    const client = await world.database.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM reservation WHERE order_id = $1', [id]);
    await client.query('ROLLBACK');
    expect(await sums()).toEqual(before);
    await client.query('BEGIN');
    await client.query('TRUNCATE reservation');
    expect(
      (await client.query('SELECT 1 FROM promised WHERE units <> 0 OR keyless_units <> 0')).rows,
    ).toEqual([]);
    await client.query('ROLLBACK');
    client.release();
    expect(await sums()).toEqual(before);
  });
});

it('a store of before counts what callers without a key had reserved when it is brought up to date', async () => {
  await toBtc(1, stranger(1));
  await toBtc(2, shop());
  await toBtc(3, ANYONE);
  await world.database.query(`
    ALTER TABLE promised DISABLE TRIGGER USER;
    ALTER TABLE reservation DROP COLUMN is_keyless;
    ALTER TABLE promised DROP COLUMN keyless_units, DROP COLUMN keyless_value`);
  await world.database.query(await readFile(MIGRATION, 'utf8'));
  await world.database.query('ALTER TABLE promised ENABLE TRIGGER USER');
  const kept = await world.rows('SELECT keyless_value::int AS usdt FROM promised WHERE keyless_units > 0');
  expect(kept).toEqual([{ usdt: 4_000 }]);
});

/** What the store counts for itself, its owner alone can change. */
const byHand = (sql: string) =>
  world.database.query(
    `BEGIN; ALTER TABLE promised DISABLE TRIGGER USER; ${sql}; ALTER TABLE promised ENABLE TRIGGER USER; COMMIT`,
  );

it('doctor notices sums of callers without a key that are not those of their orders', async () => {
  await toBtc(1, stranger(1));
  const change = (by: number) =>
    byHand(
      `UPDATE promised SET keyless_units = keyless_units + ${by} WHERE asset_id = ${world.asset('Bitcoin/BTC').id}`,
    );
  await change(1);
  expect(await wrongReservations(world.database)).toEqual([
    { what: expect.stringContaining('counted as promised without a key') },
  ]);
  await change(-1);
  await world.rows('UPDATE reservation SET is_keyless = false');
  const whats = (await wrongReservations(world.database)).map(({ what }) => what);
  expect(whats).toEqual([
    expect.stringContaining('counted as promised without a key, but 0 reserved'),
    expect.stringContaining('as if it had been placed with a key'),
  ]);
  await world.rows('UPDATE reservation SET is_keyless = true');
});
