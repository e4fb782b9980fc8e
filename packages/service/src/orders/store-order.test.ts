import { createHash } from 'node:crypto';
import { Decimal } from '@swapdesk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { MINED_GRACE_S } from '../pricing/fixed-wait.ts';
import type { Terms } from '../pricing/terms.ts';
import type { Claim } from './claims.ts';

import type { NewOrder } from './insert-orders.ts';
import { orderById } from './reading/read-orders.ts';
import { findReplay } from './replay.ts';
import { ClaimTaken, DoesNotFit, orderStore } from './store-order.ts';
import { FINGERPRINT, plainOrder, termsAt } from './testing/new-orders.ts';

const NOW = 1_700_000_000;
const clock = () => NOW;

let store: TestDatabase;
let terms: Terms;
let addresses = 0;

beforeAll(async () => {
  store = await createTestDatabase();
  const request = {
    exchange_mode: 'float' as const,
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: Decimal.parse('0.05') as Decimal,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_group_ratio: Decimal.parse('1') as Decimal }],
  };
  terms = await termsAt(NOW, store.database, request);
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.query(`
    TRUNCATE orders, order_entry, order_claim, referral_order, roll_delta, roll_tally RESTART IDENTITY CASCADE;
    UPDATE roll SET length = 0, last_at = 0`);
});

function claim(text: string): Claim {
  return {
    id: createHash('sha256').update(text).digest(),
    ifReused: 'Idempotency-Key was used with other parameters',
  };
}

const order = (changes: Partial<NewOrder> = {}): NewOrder => ({
  ...plainOrder(terms, ++addresses),
  ...changes,
});

const stored = async () =>
  (await store.database.query<{ no: string }>('SELECT no FROM orders ORDER BY id')).rows;
const commits = async () =>
  (await store.database.query(`SELECT count(DISTINCT xmin::text)::int AS count FROM orders`)).rows[0].count;

describe('the order store', () => {
  it('answers with the order as it would be read back', async () => {
    const placed = await orderStore(store.database, clock)(order());
    expect(placed).toEqual(await orderById(store.database, placed.id));
  });

  it('lets orders of the same moment share a commit, and gives each its own', async () => {
    const save = orderStore(store.database, clock);
    const orders = Array.from({ length: 60 }, () => order());
    const placed = await Promise.all(orders.map(save));
    expect(placed.map(({ no }) => no)).toEqual(orders.map(({ no }) => no));
    expect(placed.map(({ address }) => address)).toEqual(orders.map(({ deposit }) => deposit.address));
    expect(await commits()).toBe(1);
  });

  it('stores the rest of a batch in which one claim is taken', async () => {
    const save = orderStore(store.database, clock);
    await save(order({ claims: [claim('taken')] }));
    const batch = [order(), order({ claims: [claim('taken')] }), order({ claims: [claim('free')] })];
    const outcomes = await Promise.allSettled(batch.map(save));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(ClaimTaken);
    expect(await stored()).toHaveLength(3);
  });

  it('stores the rest of a batch in which one order promises more than there is, and reserves what they promise', async () => {
    const save = orderStore(store.database, clock);
    const fixed: Terms = { ...terms, mode: 'fixed' };
    // 2,000 ETH are in the treasury, about 80 BTC.
    const batch = [order(), order({ terms: { ...fixed, units: 10n ** 11n } }), order({ terms: fixed })];
    const outcomes = await Promise.allSettled(batch.map(save));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(DoesNotFit);
    const { rows } = await store.database.query(`
      SELECT o.no, r.until - o.expires_at AS grace, r.units = p.units AND r.value = p.value AS is_all
        FROM reservation r JOIN orders o ON o.id = r.order_id JOIN promised p ON p.asset_id = r.asset_id`);
    expect(rows).toEqual([{ no: batch[2]?.no, grace: MINED_GRACE_S, is_all: true }]);
  });

  it('stores one of two that make the same claim at the same moment', async () => {
    const save = orderStore(store.database, clock);
    const twins = Array.from({ length: 10 }, () =>
      order({ claims: [claim('same'), claim(`own ${addresses}`)] }),
    );
    const outcomes = await Promise.allSettled(twins.map(save));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
    // The claims of those that were not stored are free.
    expect(await findReplay(store.database, [claim(`own ${addresses - 1}`)], FINGERPRINT)).toBeNull();
  });

  it('stores one of two also when they come to different nodes', async () => {
    const nodes = Array.from({ length: 4 }, () => orderStore(store.database, clock));
    const outcomes = await Promise.allSettled(nodes.map((save) => save(order({ claims: [claim('same')] }))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ClaimTaken);
    }
  });

  it('draws again where a number or a query code was drawn before', async () => {
    const save = orderStore(store.database, clock);
    const first = await save(order({ no: 'SAMENO12', queryCode: 'SAMECODE1234' }));
    const sameNo = await save(order({ no: 'SAMENO12' }));
    const sameCode = await save(order({ queryCode: 'SAMECODE1234' }));
    expect(first.no).toBe('SAMENO12');
    expect(sameNo.no).not.toBe('SAMENO12');
    expect(sameCode.queryCode).not.toBe('SAMECODE1234');
    for (const each of [first, sameNo, sameCode])
      expect(await orderById(store.database, each.id)).toEqual(each);
  });

  it('draws again also within one batch, and keeps positions without gaps', async () => {
    const save = orderStore(store.database, clock);
    const placed = await Promise.all(Array.from({ length: 5 }, () => save(order({ no: 'TWICE123' }))));
    expect(new Set(placed.map(({ no }) => no)).size).toBe(5);
    const { rows } = await store.database.query('SELECT position FROM orders ORDER BY position');
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  it('does not draw again for an address that was given before: that is a fault', async () => {
    const save = orderStore(store.database, clock);
    const deposit = { id: ++addresses, address: 'tb1qsame' };
    await save(order({ deposit }));
    await expect(save(order({ deposit }))).rejects.toMatchObject({ constraint: 'orders_address_id_key' });
  });

  it('tells every order of a batch that could not be stored at all', async () => {
    const save = orderStore(store.database, clock);
    const bad = order({ account: { id: 0, ordersRollId: 987_654 } });
    const outcomes = await Promise.allSettled([save(bad), save(bad)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await stored()).toHaveLength(0);
  });
});

describe('a replay', () => {
  it('finds the order that a claim has placed, with the same parameters', async () => {
    const save = orderStore(store.database, clock);
    const placed = await save(order({ claims: [claim('a'), claim('b')] }));
    expect(await findReplay(store.database, [claim('a')], FINGERPRINT)).toBe(placed.id);
    expect(await findReplay(store.database, [claim('new'), claim('b')], FINGERPRINT)).toBe(placed.id);
  });

  it('finds nothing for claims that are new, or for none', async () => {
    expect(await findReplay(store.database, [], FINGERPRINT)).toBeNull();
    expect(await findReplay(store.database, [claim('new')], FINGERPRINT)).toBeNull();
  });

  it('is refused with other parameters, in the words of the first claim at fault', async () => {
    const save = orderStore(store.database, clock);
    await save(order({ claims: [claim('a')] }));
    const reused = { ...claim('a'), ifReused: 'calc_id invalid or expired' as const };
    const other = Buffer.alloc(32, 2);
    await expect(findReplay(store.database, [claim('x'), reused], other)).rejects.toThrow(
      'calc_id invalid or expired',
    );
  });

  it('is refused if any of its claims was used otherwise, even if another fits', async () => {
    const save = orderStore(store.database, clock);
    await save(order({ claims: [claim('a')] }));
    await save(order({ claims: [claim('b')], fingerprint: Buffer.alloc(32, 2) }));
    await expect(findReplay(store.database, [claim('a'), claim('b')], FINGERPRINT)).rejects.toThrow(
      'Idempotency-Key',
    );
  });
});
