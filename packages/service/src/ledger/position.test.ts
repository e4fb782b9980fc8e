import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { ACCOUNTS, type LedgerAccount, type Posting } from './accounts.ts';
import { foldLedger } from './balances.ts';
import { readPosition } from './position.ts';
import { post } from './post.ts';

const OWN: readonly LedgerAccount[] = ['treasury', 'fee', 'network', 'rounding', 'loss', 'trading'];

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const posting = fc
  .array(fc.tuple(fc.constantFrom(...ACCOUNTS), fc.bigInt(-(10n ** 20n), 10n ** 20n)), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((lines) =>
    fc.tuple(fc.constant(lines), fc.constantFrom(...ACCOUNTS), fc.integer({ min: 1, max: 2 })),
  )
  .map(([lines, last, assetId]): Posting => {
    const rest = -lines.reduce((sum, [, units]) => sum + units, 0n);
    const entries = [...lines, [last, rest] as const].map(([account, units]) => ({
      account,
      assetId,
      units,
      ...(account === 'order' && { orderId: 1 }),
    }));
    return { why: 'test', entries };
  });

it('what the desk is long or short of is its own, without what moves the treasury and is of no order and no settlement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(posting, { maxLength: 8 }), async (postings) => {
      await store.database.query('TRUNCATE ledger_entry, ledger_delta, ledger_balance, capital');
      await post(store.database, postings, 0);
      const expected = new Map<number, bigint>();
      for (const { entries } of postings) {
        const written = entries.filter(({ units }) => units !== 0n);
        const has = (account: LedgerAccount) => written.some((entry) => entry.account === account);
        if (has('treasury') && !has('order') && !has('settlement')) continue;
        for (const { account, assetId, units } of written)
          if (OWN.includes(account)) expected.set(assetId, (expected.get(assetId) ?? 0n) - units);
      }
      const wanted = new Map([...expected].filter(([, units]) => units !== 0n));
      expect(await readPosition(store.database)).toEqual(wanted);
      await foldLedger(store.database, 2);
      expect(await readPosition(store.database)).toEqual(wanted);
      // One row for each of the two assets.
      const { rowCount } = await store.database.query('SELECT FROM capital');
      expect(rowCount).toBeLessThanOrEqual(2);
    }),
    { numRuns: 40 },
  );
});
