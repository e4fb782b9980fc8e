import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { transaction } from '../store/transaction.ts';
import { ACCOUNTS, type LedgerAccount, type Posting } from './accounts.ts';
import { balancesOf, foldLedger } from './balances.ts';
import { post } from './post.ts';
import { freeTreasury } from './treasury.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query('TRUNCATE ledger_entry, ledger_delta, ledger_balance');
});

const move = (from: LedgerAccount, to: LedgerAccount, assetId: number, units: bigint): Posting => ({
  why: 'test',
  entries: [
    { account: from, assetId, units: -units, ...(from === 'order' ? { orderId: 1 } : {}) },
    { account: to, assetId, units, ...(to === 'order' ? { orderId: 1 } : {}) },
  ],
});

const balance = async (account: LedgerAccount, assetId = 1) =>
  (await balancesOf(store.database, account)).get(assetId) ?? 0n;

describe('the store', () => {
  it('refuses a posting that does not add up, and all that was written with it', async () => {
    const lame: Posting = { why: 'test', entries: [{ account: 'wallet', assetId: 1, units: 5n }] };
    await expect(post(store.database, [move('incoming', 'wallet', 1, 7n), lame], 0)).rejects.toThrow(
      'a posting does not add up to zero',
    );
    expect(await balance('wallet')).toBe(0n);
  });

  it('refuses one that adds up only across assets, or only together with another', async () => {
    const across: Posting = {
      why: 'test',
      entries: [
        { account: 'wallet', assetId: 1, units: 5n },
        { account: 'treasury', assetId: 2, units: -5n },
      ],
    };
    await expect(post(store.database, [across], 0)).rejects.toThrow('does not add up');
    const half = (units: bigint): Posting => ({
      why: 'test',
      entries: [{ account: 'wallet', assetId: 1, units }],
    });
    await expect(post(store.database, [half(5n), half(-5n)], 0)).rejects.toThrow('does not add up');
  });

  it('refuses the line of an order without its order, and an order on another line', async () => {
    const entries = (orderId?: number, account: LedgerAccount = 'order') => [
      { account, assetId: 1, units: 5n, ...(orderId === undefined ? {} : { orderId }) },
      { account: 'treasury' as const, assetId: 1, units: -5n },
    ];
    await expect(post(store.database, [{ why: 'test', entries: entries() }], 0)).rejects.toThrow();
    await expect(post(store.database, [{ why: 'test', entries: entries(3, 'fee') }], 0)).rejects.toThrow();
  });

  it('leaves out lines of nothing', async () => {
    await post(store.database, [move('incoming', 'wallet', 1, 0n)], 0);
    const { rows } = await store.database.query('SELECT 1 FROM ledger_entry');
    expect(rows).toEqual([]);
  });

  it('keeps amounts of any size exact', async () => {
    const units = 10n ** 60n + 1n;
    await post(store.database, [move('incoming', 'wallet', 1, units)], 0);
    await post(store.database, [move('incoming', 'wallet', 1, 1n)], 0);
    expect(await balance('wallet')).toBe(units + 1n);
    await foldLedger(store.database);
    expect(await balance('wallet')).toBe(units + 1n);
  });
});

describe('balances', () => {
  it('are exact before and after folding, whatever was posted', async () => {
    const account = fc.constantFrom(...ACCOUNTS);
    const moves = fc.array(
      fc.tuple(account, account, fc.integer({ min: 1, max: 3 }), fc.bigInt(-(10n ** 30n), 10n ** 30n)),
      {
        maxLength: 20,
      },
    );
    await fc.assert(
      fc.asyncProperty(moves, fc.nat({ max: 20 }), async (all, foldAt) => {
        await store.database.query('TRUNCATE ledger_entry, ledger_delta, ledger_balance');
        const expected = new Map<string, bigint>();
        for (const [n, [from, to, assetId, units]] of all.entries()) {
          await post(store.database, [move(from, to, assetId, units)], 0);
          for (const [name, change] of [
            [from, -units],
            [to, units],
          ] as const) {
            const key = `${name} ${assetId}`;
            expected.set(key, (expected.get(key) ?? 0n) + change);
          }
          if (n === foldAt) await foldLedger(store.database);
        }
        for (const name of ACCOUNTS) {
          const balances = await balancesOf(store.database, name);
          for (const assetId of [1, 2, 3]) {
            expect(balances.get(assetId) ?? 0n).toBe(expected.get(`${name} ${assetId}`) ?? 0n);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are exact at every moment while postings and folding go on', async () => {
    let isOver = false;
    const folding = (async () => {
      while (!isOver) await foldLedger(store.database);
    })();
    // Each transfer keeps the two together at what they are: whoever reads in between sees them add up.
    await post(store.database, [move('incoming', 'wallet', 1, 1_000n)], 0);
    const reading = (async () => {
      while (!isOver) {
        const { rows } = await store.database.query(`
          SELECT sum(units)::text AS units FROM (
            SELECT units FROM ledger_balance UNION ALL SELECT units FROM ledger_delta) AS part`);
        expect(rows[0].units).toBe('0');
      }
    })();
    const lane = async () => {
      for (let n = 0; n < 60; n++) await post(store.database, [move('wallet', 'treasury', 1, 1n)], 0);
    };
    await Promise.all([lane(), lane()]);
    isOver = true;
    await Promise.all([folding, reading]);
    expect(await balance('wallet')).toBe(1_000n - 120n);
    expect(await balance('treasury')).toBe(120n);
  });

  it('are not touched by a transaction that does not commit', async () => {
    const undone = transaction(store.database, async (client) => {
      await post(client, [move('incoming', 'wallet', 1, 9n)], 0);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await balance('wallet')).toBe(0n);
  });

  it('of the treasury are what is free', async () => {
    await post(store.database, [move('treasury', 'wallet', 1, 70n)], 0);
    await post(store.database, [move('order', 'treasury', 1, 30n)], 0);
    expect((await freeTreasury(store.database)).get(1)).toBe(40n);
  });
});
