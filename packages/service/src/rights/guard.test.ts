import { randomBytes } from 'node:crypto';
import { Decimal } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { formatFixed } from '../money/fixed.ts';
import { cancelOrder } from '../orders/cancel.ts';
import { insertOrders, type NewOrder } from '../orders/insert-orders.ts';
import { orderById } from '../orders/reading/read-orders.ts';
import { plainOrder, termsAt } from '../orders/testing/new-orders.ts';
import type { Terms } from '../pricing/terms.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { makeRoles, undoRoles } from './make-roles.ts';
import { urlFor } from './role-urls.ts';
import { scramVerifier } from './scram.ts';

/** What an api node adds to orders, as its role in the store lets it. */

const NOW = 1_700_000_000;
const prefix = `t${randomBytes(5).toString('hex')}`;
const verifiers = new Map([['api', scramVerifier('x1', randomBytes(16))] as const]);
const options = { prefix, desk: { hasSigner: false, isSimulated: true }, verifiers };
const REFERRAL = { code: { id: 1, name: 'ref', rollId: 4 }, accountId: 1, accountRollId: 3 };
const BY_A_GUARD = { code: '42501', message: expect.stringMatching(/^an api node/) };

let store: TestDatabase;
let api: Database;
let terms: Terms;
let addresses = 0;

beforeAll(async () => {
  store = await createTestDatabase();
  await makeRoles(store.database, options);
  api = openDatabase({ connectionString: urlFor(store.url, `${prefix}_api`, 'x1') }, 1);
  await store.database.query(`
    INSERT INTO roll (id) VALUES (2), (3), (4);
    INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at) VALUES (1, 'main', 2, 3, 0);
    INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at) VALUES ('ref', 1, 200000, 4, 0)`);
  const ratio = (text: string) => Decimal.parse(text) as Decimal;
  terms = await termsAt(NOW, store.database, {
    exchange_mode: 'float',
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: ratio('1'),
    to_address: [
      { to_chain: 'Bitcoin', to_abbr: 'BTC', to_ratio: ratio('0.5') },
      { to_chain: 'BSC', to_abbr: 'USDT', to_ratio: ratio('0.5') },
    ],
  });
});
afterAll(async () => {
  await api.end();
  await undoRoles(store.database, options);
  await store.drop();
});

async function place(isReferred = false): Promise<number> {
  const referral = isReferred ? { ...REFERRAL, commissionPpm: 200_000, orderAmount: '1' } : null;
  const [stored] = await insertOrders(api, [{ ...plainOrder(terms, ++addresses), referral }], NOW);
  return stored?.id as number;
}

const ENTRY =
  'asset_id, address, to_ratio, share, group_share, price, fee_ppm, network_fee_units, units, markup_ppm';
/** A receiver more, of order `from`, for order `to`. */
const addEntry = (from: number, to: string, entry: number) =>
  `INSERT INTO order_entry (order_id, entry, ${ENTRY}, units_origin)
   SELECT ${to}, ${entry}, ${ENTRY}, units FROM order_entry WHERE order_id = ${from} AND entry = 0`;
const PLACED =
  'account_id, mode, status, asset_id, units, min_units, max_units, address, price, tolerance_units, on_mismatch, created_at, expires_at, late_until';
const addOrder = (from: number) =>
  `INSERT INTO orders (no, query_code, position, address_id, ${PLACED})
   SELECT 'x', 'x', -1, -1, ${PLACED} FROM orders WHERE id = ${from}`;
const addReferral = (id: number) =>
  `INSERT INTO referral_order (order_id, code_id, code, account_id, account_position, code_position, commission_ppm, order_amount, created_at, updated_at)
   VALUES (${id}, 1, 'ref', 1, 77, 77, 1000000, 1, 0, 0)`;
const addEvent = (id: number, from: number, to: number, reason: string, at = NOW) =>
  `INSERT INTO order_event (order_id, at, from_status, to_status, reason) VALUES (${id}, ${at}, ${from}, ${to}, '${reason}')`;

/** In one transaction of the api node's. */
const act = (...statements: string[]) =>
  transaction(api, async (client) => {
    for (const sql of statements) await client.query(sql);
  });

describe('an api node', () => {
  it('places orders, with receivers and through a code', async () => {
    const id = await place(true);
    expect((await orderById(api, id)).entries).toHaveLength(2);
  });

  it('adds nothing to an order of before, though it has updated it first', async () => {
    const id = await place();
    const touch = `UPDATE orders SET deleted_at = deleted_at WHERE id = ${id}`;
    await expect(act(touch, addEntry(id, String(id), 2))).rejects.toMatchObject(BY_A_GUARD);
    await expect(act(touch, addReferral(id))).rejects.toMatchObject(BY_A_GUARD);
  });

  it('counts the receivers of a new order from 0', async () => {
    const id = await place();
    const made = "(SELECT id FROM orders WHERE no = 'x')";
    await expect(act(addOrder(id), addEntry(id, made, 1))).rejects.toMatchObject(BY_A_GUARD);
    await expect(act(addOrder(id), addEntry(id, made, 0), addEntry(id, made, 2))).rejects.toMatchObject(
      BY_A_GUARD,
    );
    await act(addOrder(id), addEntry(id, made, 0), addEntry(id, made, 1));
  });

  it('tells that it has cancelled an order, and nothing else', async () => {
    const id = await place();
    for (const sql of [
      addEvent(id, 1, 2, 'seen'),
      addEvent(id, 3, 4, 'completed'),
      addEvent(id, 1, 9, 'cancelled'),
    ])
      await expect(act(sql)).rejects.toMatchObject(BY_A_GUARD);
    expect(await cancelOrder(api, await orderById(api, id), NOW)).toBe(9);
    await expect(act(addEvent(id, 1, 9, 'cancelled'))).rejects.toMatchObject(BY_A_GUARD);
    await expect(act(addEvent(id, 9, 7, 'unexpected'))).rejects.toMatchObject(BY_A_GUARD);
  });

  it.each(['units', 'min_units', 'price', 'tolerance_units'])(
    'places none whose %s is no number',
    async (column) => {
      const id = await place();
      const columns = PLACED.replace(new RegExp(`\\b${column}\\b`), `'NaN' AS ${column}`);
      const order = `INSERT INTO orders (no, query_code, position, address_id, ${PLACED}) SELECT 'y', 'y', -2, -2, ${columns} FROM orders WHERE id = ${id}`;
      await expect(act(order)).rejects.toMatchObject(BY_A_GUARD);
    },
  );

  it.each([
    ['share', "'NaN'"],
    ['share', '0'],
    ['units', "'NaN'"],
    ['network_fee_units', "'NaN'"],
    ['markup_ppm', '100001'],
    ['markup_ppm', '-1'],
  ])('adds no receiver whose %s is %s', async (column, value) => {
    const id = await place();
    const made = "(SELECT id FROM orders WHERE no = 'z')";
    const order = addOrder(id).replace("'x', 'x', -1, -1", "'z', 'z', -3, -3");
    const entry = ENTRY.replace(new RegExp(`\\b${column}\\b`), `${value} AS ${column}`);
    const sql = `INSERT INTO order_entry (order_id, entry, ${ENTRY}, units_origin)
      SELECT ${made}, 0, ${entry}, units FROM order_entry WHERE order_id = ${id} AND entry = 0`;
    await expect(act(order, sql)).rejects.toMatchObject(BY_A_GUARD);
  });

  it.each([
    ['commission_ppm', '1000001'],
    ['commission_ppm', '-1'],
    ['order_amount', "'NaN'"],
    ['order_amount', '-1'],
  ])('refers no order whose %s is %s', async (column, value) => {
    const id = await place(true);
    const order = addOrder(id).replace("'x', 'x', -1, -1", "'r', 'r', -4, -4");
    const made = "(SELECT id FROM orders WHERE no = 'r')";
    const columns = 'code_id, code, account_id, commission_ppm, order_amount, created_at, updated_at';
    const values = columns.replace(new RegExp(`\\b${column}\\b`), `${value} AS ${column}`);
    const referral = (of: string) =>
      `INSERT INTO referral_order (order_id, account_position, code_position, ${columns})
       SELECT ${made}, -4, -4, ${of} FROM referral_order WHERE order_id = ${id}`;
    await expect(act(order, addEntry(id, made, 0), referral(values))).rejects.toMatchObject(BY_A_GUARD);
    await expect(act(order, addEntry(id, made, 0), referral(columns), 'SELECT 1 / 0')).rejects.toMatchObject({
      message: 'division by zero',
    });
  });

  describe('lets an order earn', () => {
    const refer = (referral: Partial<NonNullable<NewOrder['referral']>>) =>
      insertOrders(
        api,
        [
          {
            ...plainOrder(terms, ++addresses),
            referral: { ...REFERRAL, commissionPpm: 200_000, orderAmount: '1', ...referral },
          },
        ],
        NOW,
      );

    it('no more than its code gives', async () => {
      await expect(refer({ commissionPpm: 200_001 })).rejects.toMatchObject(BY_A_GUARD);
    });

    it('for nobody but whose code it is, by its name', async () => {
      await expect(refer({ accountId: 2 })).rejects.toMatchObject(BY_A_GUARD);
      await expect(refer({ code: { ...REFERRAL.code, name: 'fer' } })).rejects.toMatchObject(BY_A_GUARD);
      await expect(refer({ code: { ...REFERRAL.code, id: 99 } })).rejects.toMatchObject(BY_A_GUARD);
    });

    it('nobody a markup but whoever places it, whose code it may be or not', async () => {
      const entries = terms.entries.map((each) => ({ ...each, markupPpm: 100 }));
      const referral = { ...REFERRAL, commissionPpm: 200_000, orderAmount: '1' };
      const marked = { ...plainOrder({ ...terms, entries }, ++addresses), referral };
      await expect(insertOrders(api, [marked], NOW)).rejects.toMatchObject(BY_A_GUARD);
      const own = {
        ...marked,
        account: { id: 1, ordersRollId: 2 },
        deposit: { id: ++addresses, address: 'own' },
      };
      await insertOrders(api, [own], NOW);
    });

    it('without a code for whoever places it, and by nothing but a markup', async () => {
      const placer = plainOrder(terms, 0).account.id;
      await refer({ code: null, commissionPpm: 0, accountId: placer });
      await expect(refer({ code: null, commissionPpm: 1, accountId: placer })).rejects.toMatchObject(
        BY_A_GUARD,
      );
      await expect(refer({ code: null, commissionPpm: 0, accountId: placer + 1 })).rejects.toMatchObject(
        BY_A_GUARD,
      );
    });

    it('what its code gave when it was read, though it gives less since, or nothing, but for a minute', async () => {
      const now = Math.floor(Date.now() / 1_000);
      const at = (until: number) =>
        store.database
          .query('UPDATE ref_code_rate SET until = $1', [until])
          .then(() => refer({ commissionPpm: 300_000 }));
      await store.database.query(
        'INSERT INTO ref_code_rate (code_id, until, commission_ppm) VALUES (1, 0, 300000)',
      );
      await at(now);
      await expect(at(now - 90)).rejects.toMatchObject(BY_A_GUARD);
      const revoked = (at: number | null) =>
        store.database.query('UPDATE ref_code SET revoked_at = $1', [at]);
      await revoked(now);
      await refer({});
      await revoked(now - 90);
      await expect(refer({})).rejects.toMatchObject(BY_A_GUARD);
      await revoked(null);
    });
  });

  it('places orders at prices near those of now, by which commissions and limits are reckoned', async () => {
    const at = async (times: bigint, timesOfEntry = times) => {
      const entries = terms.entries.map((each) => ({ ...each, price: each.price * timesOfEntry }));
      const dear = { ...terms, price: terms.price * times, entries };
      await insertOrders(api, [plainOrder(dear, ++addresses)], NOW);
    };
    await store.database.query(
      `INSERT INTO price (abbr, price, at, source, changed_at, anchor_price, anchor_at)
       SELECT s.abbr, x.price, ${NOW}, 'test', ${NOW}, x.price, ${NOW}
         FROM unnest($1::text[], $2::numeric[]) AS x (abbr, price) JOIN asset s ON s.abbr = x.abbr GROUP BY s.abbr, x.price`,
      [
        [terms.from.abbr, ...terms.entries.map(({ asset }) => asset.abbr)],
        [formatFixed(terms.price), ...terms.entries.map(({ price }) => formatFixed(price))],
      ],
    );
    await at(1n);
    await at(3n);
    await expect(at(1_000n)).rejects.toMatchObject(BY_A_GUARD);
    await expect(at(1n, 5n)).rejects.toMatchObject(BY_A_GUARD);
    await store.database.query('DELETE FROM price');
  });

  it.each([
    ['address_space', 'given = derived + 1'],
    ['address_space', 'given = given - 1'],
    ['roll', 'length = length - 1'],
    ['roll', 'length = length + 1000000'],
    ['roll', 'last_at = last_at - 1'],
    ['roll', 'last_at = 9000000000000000000'],
  ])('sets no counter of all nodes aside: %s, %s', async (table, change) => {
    await place();
    await store.database.query(
      "INSERT INTO address_space (name, derived, given) VALUES ('evm', 10, 5) ON CONFLICT DO NOTHING",
    );
    await expect(act(`UPDATE ${table} SET ${change}`)).rejects.toMatchObject(BY_A_GUARD);
    await act('UPDATE address_space SET given = given', 'UPDATE roll SET last_at = greatest(last_at, 1)');
  });

  it('names one address at a time where an account is paid, of now, and soon', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const WAIT_S = 259_200;
    const name = (address: string, { namedAt = now, effectiveAt = now + WAIT_S } = {}) =>
      act(
        `INSERT INTO payout_address (account_id, asset_id, address, named_at, named_by, named_via, effective_at)
         VALUES (1, 1, '${address}', ${namedAt}, 'key 1', 'interface', ${effectiveAt})`,
      );
    const refused = (...words: Parameters<typeof name>) =>
      expect(name(...words)).rejects.toMatchObject(BY_A_GUARD);
    await refused('late', { effectiveAt: now + 30 * WAIT_S });
    await refused('early', { effectiveAt: now + 60 });
    await refused('of-1970', { namedAt: 1 });
    await refused('x'.repeat(1_000));
    await name('one');
    await refused('two');
    await act(`UPDATE payout_address SET undone_at = ${now}, undone_by = 'key 1' WHERE account_id = 1`);
    await name('two');
  });

  it('reserves no less than nothing, and nothing that is no number', async () => {
    const id = await place();
    const reserve = (units: string, value: string) =>
      act(
        `INSERT INTO reservation (order_id, asset_id, units, value, until) VALUES (${id}, 1, ${units}, ${value}, 0)`,
      );
    for (const [units, value] of [
      ["'NaN'", '1'],
      ['1', "'NaN'"],
      ['1', "'Infinity'"],
      ['1', '-1'],
    ] as const)
      await expect(reserve(units, value)).rejects.toMatchObject(BY_A_GUARD);
    await reserve('1', '1');
    await act(`DELETE FROM reservation WHERE order_id = ${id}`);
  });

  it('counts for a day what there can be', async () => {
    for (const value of ["'NaN'", "'Infinity'", '-1'])
      await expect(
        act(`INSERT INTO placed_value (day, whose, value) VALUES (1, 'a', ${value})`),
      ).rejects.toMatchObject(BY_A_GUARD);
    await act("INSERT INTO placed_value (day, whose, value) VALUES (1, 'a', 1)");
    await expect(act("UPDATE placed_value SET value = 'NaN'")).rejects.toMatchObject(BY_A_GUARD);
  });

  it('says of its own kind that it runs, now, and hides no engine', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const tell = (role: string, seen: number, host = 'h') =>
      act(`INSERT INTO node (id, role, host, process, version, knows, began_at, seen_at)
           VALUES ('${randomBytes(8).toString('hex')}', '${role}', '${host}', 1, '1', 1, ${now}, ${seen})`);
    await store.database.query(
      `INSERT INTO node (id, role, host, process, version, knows, began_at, seen_at) VALUES ('an engine', 'engine', 'h', 1, '1', 1, ${now}, ${now})`,
    );
    await expect(act('UPDATE node SET seen_at = 0')).rejects.toMatchObject(BY_A_GUARD);
    await expect(tell('engine', now)).rejects.toMatchObject(BY_A_GUARD);
    await expect(tell('api', now + 86_400)).rejects.toMatchObject(BY_A_GUARD);
    await expect(tell('api', now, 'h'.repeat(1_000))).rejects.toMatchObject(BY_A_GUARD);
    await tell('api', now);
    await act("UPDATE node SET seen_at = 0 WHERE role = 'api'");
  });
});
