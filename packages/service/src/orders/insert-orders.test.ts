import { createHash, randomBytes } from 'node:crypto';
import { Decimal } from '@swapdesk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Terms } from '../pricing/terms.ts';
import { foldDeltas } from '../rolls/fold.ts';
import { sumBefore } from '../rolls/tallies.ts';
import { insertOrders, type NewOrder, type Referral } from './insert-orders.ts';
import { orderById } from './reading/read-orders.ts';
import { plainOrder, termsAt } from './testing/new-orders.ts';

const NOW = 1_700_000_000;
const ANONYMOUS = { id: 0, ordersRollId: 0 };
const KEYED = { id: 1, ordersRollId: 2 };

let store: TestDatabase;
let terms: Terms;
let addresses = 0;

beforeAll(async () => {
  store = await createTestDatabase();
  const ratio = (text: string) => Decimal.parse(text) as Decimal;
  const request = {
    exchange_mode: 'fixed' as const,
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: ratio('1.23456789'),
    to_address: [
      { to_chain: 'Bitcoin', to_abbr: 'BTC', to_ratio: ratio('0.333333333333333333') },
      { to_chain: 'BSC', to_abbr: 'USDT', to_ratio: ratio('0.666666666666666667') },
    ],
  };
  terms = await termsAt(NOW, store.database, request);
});
afterAll(() => store.drop());

/** Rolls: 0 and 1 anonymous, 2 and 3 of account 1, 4 of its code. */
beforeEach(async () => {
  await store.database.query(`
    TRUNCATE orders, order_entry, order_claim, referral_order, roll_delta, roll_tally RESTART IDENTITY CASCADE;
    DELETE FROM ref_code; DELETE FROM account WHERE id > 0; DELETE FROM roll WHERE id > 1;
    UPDATE roll SET length = 0, last_at = 0;
    INSERT INTO roll (id) VALUES (2), (3), (4);
    INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at) VALUES (1, 'main', 2, 3, 0);
    INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at) VALUES ('ref', 1, 200000, 4, 0)`);
});

const REFERRAL: Referral = {
  code: { id: 1, name: 'ref', rollId: 4 },
  accountId: 1,
  accountRollId: 3,
  commissionPpm: 200_000,
  orderAmount: '4444.12345678',
};

const claim = (text: string) => ({
  id: createHash('sha256').update(text).digest(),
  ifReused: 'calc_id invalid or expired' as const,
});

function order(changes: Partial<NewOrder> = {}): NewOrder {
  const id = ++addresses;
  return {
    ...plainOrder(terms, id),
    receivers: [
      { address: 'bc1q', memo: null },
      { address: '0xdAC1', memo: 'memo "ß" 😀' },
    ],
    deposit: { id, address: `0x${id}` },
    toleranceUnits: 123n,
    dustUnits: 7n,
    lateWindowS: 1_000,
    onMismatch: 'refund',
    refundAddress: '0xRefund',
    clientOrderId: `c"'\\${id}`,
    caller: 'ip:::1',
    fingerprint: randomBytes(32),
    ...changes,
  };
}

const insert = (orders: NewOrder[], now = NOW) => insertOrders(store.database, orders, now);
const count = async (table: string) =>
  (await store.database.query<{ count: number }>(`SELECT count(*) FROM ${table}`)).rows[0]?.count;
const positions = async (accountId: number) =>
  (
    await store.database.query<{ position: number }>(
      'SELECT position FROM orders WHERE account_id = $1 ORDER BY position',
      [accountId],
    )
  ).rows.map(({ position }) => position);
const upTo = (length: number) => Array.from({ length }, (_, n) => n);
const waiting = async (rollId: number) =>
  (
    await store.database.query<{ members: number }>(
      `SELECT ${sumBefore('members', '1', '1000000::bigint')}::int AS members`,
      [rollId],
    )
  ).rows[0]?.members;

describe('a stored order', () => {
  it('is read back exactly as it was agreed', async () => {
    const placed = order();
    const [stored] = await insert([placed]);
    const read = await orderById(store.database, stored?.id as number);
    expect(read).toMatchObject({
      no: placed.no,
      queryCode: placed.queryCode,
      accountId: 0,
      mode: 'fixed',
      status: 1,
      units: 1_234_567_890_000_000_000n,
      receivedUnits: 0n,
      price: terms.price,
      address: placed.deposit.address,
      createdAt: NOW,
      expiresAt: NOW + 600,
      paidAt: 0,
    });
    expect(read.entries).toHaveLength(2);
    read.entries.forEach((entry, n) => {
      const agreed = terms.entries[n];
      expect(entry).toMatchObject({
        assetId: agreed?.asset.id,
        address: placed.receivers[n]?.address,
        ratio: agreed?.ratio,
        groupRatio: null,
        share: agreed?.share,
        groupShare: agreed?.groupShare,
        price: agreed?.price,
        feePpm: 10_000,
        networkFeeUnits: agreed?.networkFeeUnits,
        units: agreed?.units,
        unitsOrigin: agreed?.units,
        status: 1,
        finishedAt: 0,
      });
    });
  });

  it('keeps the rules it was placed under', async () => {
    await insert([order()]);
    const { rows } = await store.database.query(
      `SELECT min_units, max_units, tolerance_units, dust_units, on_mismatch, refund_address, refund_memo, client_order_id, caller,
              late_until FROM orders`,
    );
    expect(rows[0]).toMatchObject({
      min_units: String(terms.limits.minUnits),
      max_units: String(terms.limits.maxUnits),
      tolerance_units: '123',
      dust_units: '7',
      on_mismatch: 'refund',
      refund_address: '0xRefund',
      refund_memo: null,
      client_order_id: `c"'\\${addresses}`,
      caller: 'ip:::1',
      late_until: NOW + 1_600,
    });
    const memos = await store.database.query('SELECT memo FROM order_entry ORDER BY entry');
    expect(memos.rows.map(({ memo }) => memo)).toEqual([null, 'memo "ß" 😀']);
  });

  it('keeps the largest amounts and the finest prices', async () => {
    const [entry] = terms.entries;
    const huge = {
      ...terms,
      mode: 'float' as const,
      units: 10n ** 77n + 1n,
      price: 10n ** 38n - 1n,
      entries: [
        { ...(entry as object), units: 10n ** 77n + 7n, price: 1n, share: 1n } as Terms['entries'][number],
      ],
    };
    const [stored] = await insert([order({ terms: huge })]);
    const read = await orderById(store.database, stored?.id as number);
    expect([read.units, read.price]).toEqual([10n ** 77n + 1n, 10n ** 38n - 1n]);
    expect(read.entries[0]).toMatchObject({ units: 10n ** 77n + 7n, price: 1n, share: 1n });
  });
});

describe('a batch', () => {
  it('is stored as a whole and answered in its own order', async () => {
    const orders = Array.from({ length: 64 }, () => order());
    const stored = await insert(orders);
    for (const [n, { id }] of stored.entries()) {
      expect((await orderById(store.database, id)).no).toBe(orders[n]?.no);
    }
    expect(await count('order_entry')).toBe(128);
  });

  it('numbers the members of every roll without gaps, batch after batch', async () => {
    for (const size of [1, 300, 7, 255, 1]) {
      await insert(
        Array.from({ length: size }, (_, n) => order({ account: n % 3 === 0 ? KEYED : ANONYMOUS })),
      );
    }
    const [keyed, anonymous] = [await positions(1), await positions(0)];
    expect(keyed).toEqual(upTo(keyed.length));
    expect(anonymous).toEqual(upTo(anonymous.length));
    expect(keyed.length + anonymous.length).toBe(564);
    const { rows } = await store.database.query('SELECT id, length FROM roll WHERE id IN (0, 2) ORDER BY id');
    expect(rows.map(({ length }) => length)).toEqual([anonymous.length, keyed.length]);
  });

  it('is counted in the tallies, block by block, before and after folding', async () => {
    await insert(Array.from({ length: 200 }, () => order()));
    await insert(Array.from({ length: 400 }, () => order()));
    const inBlocks = async () =>
      Promise.all(
        [63, 64, 5 * 64 + 1, 10 * 64].map(async (position) => {
          const text = `SELECT ${sumBefore('members', '1', '$2::bigint')}::int AS m`;
          return (await store.database.query(text, [0, position])).rows[0].m;
        }),
      );
    expect(await inBlocks()).toEqual([0, 64, 320, 600]);
    expect(await foldDeltas(store.database)).toBeGreaterThan(0);
    expect(await inBlocks()).toEqual([0, 64, 320, 600]);
    expect(await count('roll_delta')).toBe(0);
  });

  it('of several nodes at once, over several accounts, leaves no gap and no deadlock', async () => {
    const batch = (first: typeof KEYED) =>
      Array.from({ length: 20 }, (_, n) =>
        order({
          account: n % 2 === 0 ? first : first === KEYED ? ANONYMOUS : KEYED,
          referral: n % 5 === 0 ? REFERRAL : null,
        }),
      );
    await Promise.all(Array.from({ length: 30 }, (_, n) => insert(batch(n % 2 === 0 ? KEYED : ANONYMOUS))));
    expect(await positions(0)).toEqual(upTo(300));
    expect(await positions(1)).toEqual(upTo(300));
    expect([await waiting(0), await waiting(2), await waiting(3), await waiting(4)]).toEqual([
      300, 300, 120, 120,
    ]);
    const { rows } = await store.database.query(
      'SELECT account_position AS at FROM referral_order ORDER BY 1',
    );
    expect(rows.map(({ at }) => at)).toEqual(upTo(120));
  });

  it('with one order at fault stores nothing at all', async () => {
    const taken = claim('taken');
    await insert([order({ claims: [taken] })]);
    const before = await positions(0);
    const batch = [order(), order({ claims: [taken], referral: REFERRAL }), order({ account: KEYED })];
    await expect(insert(batch)).rejects.toMatchObject({ code: '23505', constraint: 'order_claim_pkey' });
    expect(await positions(0)).toEqual(before);
    expect(await positions(1)).toEqual([]);
    expect([await waiting(0), await waiting(2), await waiting(3)]).toEqual([1, 0, 0]);
    expect([await count('order_claim'), await count('referral_order')]).toEqual([1, 0]);
  });

  it('gives no deposit address twice', async () => {
    const deposit = { id: ++addresses, address: '0xSame' };
    await insert([order({ deposit })]);
    await expect(insert([order({ deposit })])).rejects.toMatchObject({ constraint: 'orders_address_id_key' });
  });
});

describe('the time of an order', () => {
  it('never goes back within an account', async () => {
    await insert([order()], NOW);
    const [late] = await insert([order()], NOW - 5);
    expect(late?.createdAt).toBe(NOW);
    const [next] = await insert([order()], NOW + 1);
    expect(next?.createdAt).toBe(NOW + 1);
  });

  it('of one account does not touch another', async () => {
    await insert([order()], NOW);
    const [other] = await insert([order({ account: KEYED })], NOW - 5);
    expect(other?.createdAt).toBe(NOW - 5);
  });

  it('ends when the clock of the node says so, even if another clock ran an hour ahead before', async () => {
    await insert([order()], NOW + 3_600);
    const [fixed] = await insert([order()], NOW);
    expect(fixed?.expiresAt).toBe(NOW + 600);
  });
});

describe('a referral', () => {
  it('is stored with the order, with the rate of that moment and no commission yet', async () => {
    await insert([order(), order({ referral: REFERRAL })]);
    const { rows } = await store.database.query(
      `SELECT code, account_id, account_position, code_position, commission_ppm, commission, settle_status, created_at
         FROM referral_order`,
    );
    expect(rows).toEqual([
      {
        code: 'ref',
        account_id: 1,
        account_position: 0,
        code_position: 0,
        commission_ppm: 200_000,
        commission: '0.00000000',
        settle_status: 1,
        created_at: NOW,
      },
    ]);
  });

  it('has its place in order of time, also when the clocks of two nodes differ by a second', async () => {
    await insert([order({ referral: REFERRAL })], NOW + 1);
    await insert([order({ account: KEYED, referral: REFERRAL })], NOW);
    const { rows } = await store.database.query<{ created_at: number }>(
      'SELECT created_at FROM referral_order ORDER BY account_position',
    );
    const times = rows.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
