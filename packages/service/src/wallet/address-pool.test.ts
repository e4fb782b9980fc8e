import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { AddressPool } from './address-pool.ts';

const DERIVED = 50;
const FIRST = 10;

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase(4);
  await store.database.query(
    `WITH space AS (INSERT INTO address_space (name, derived) VALUES ('bitcoin', $1) RETURNING name)
     INSERT INTO deposit_address (space, index, address)
     SELECT name, n, 'address ' || n FROM space, generate_series(0, $1 - 1) AS n`,
    [DERIVED],
  );
});
afterAll(() => store.drop());

it('leaves some for the other processes of a new node, and gives none twice', async () => {
  const pools = Array.from({ length: 4 }, () => new AddressPool(store.database, undefined, undefined, FIRST));
  const given: string[] = [];
  for (const pool of pools) given.push((await pool.take('bitcoin')).address);
  for (;;) {
    const address = await pools[0]?.take('bitcoin').catch(() => null);
    if (address === null || address === undefined) break;
    given.push(address.address);
  }
  expect(new Set(given).size).toBe(given.length);
  // All but what the other three hold.
  expect(given.length).toBe(DERIVED - 3 * (FIRST - 1));
});
