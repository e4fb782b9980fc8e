import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import type { Chain, Transaction } from '../../chains/chain.ts';
import { WatchedAddresses } from './watched-addresses.ts';

/** Two chains whose addresses are of one space. */
const ETHEREUM = { id: 4, name: 'Ethereum' } as Chain;
const ARBITRUM = { id: 5, name: 'Arbitrum' } as Chain;

let store: TestDatabase;
let warnings: string[];
let watched: WatchedAddresses;

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.query("INSERT INTO address_space (name, treasury) VALUES ('evm', 'treasury')");
});

afterAll(() => store.drop());

beforeEach(async () => {
  await store.database.query('DELETE FROM deposit_address; UPDATE address_space SET given = 0, derived = 0');
  warnings = [];
  watched = new WatchedAddresses((_facts, message) => warnings.push(message));
});

describe('of the transfers in a block', () => {
  it('those to us and to the treasury are left', async () => {
    await derive(0, 100);
    const [both] = await watched.among(store.database, ETHEREUM, [
      paying('stranger', 'deposit-7', 'treasury'),
    ]);
    expect(both?.transfers.map(({ address }) => address)).toEqual(['deposit-7', 'treasury']);
    expect(await watched.among(store.database, ETHEREUM, [paying('stranger')])).toEqual([]);
  });

  it('those to addresses derived a moment ago are, too', async () => {
    await derive(0, 100);
    expect(await watched.among(store.database, ETHEREUM, [paying('deposit-100')])).toEqual([]);
    await derive(100, 250);
    expect(await watched.among(store.database, ETHEREUM, [paying('deposit-100')])).toHaveLength(1);
    expect(await watched.among(store.database, ARBITRUM, [paying('deposit-249')])).toHaveLength(1);
  });

  it('none is missed when two chains read the addresses at once', async () => {
    await derive(0, 60_000);
    const last = [paying('deposit-59999')];
    for (let time = 0; time < 3; time++) {
      const found = await Promise.all(
        [ETHEREUM, ARBITRUM].map((chain) => watched.among(store.database, chain, last)),
      );
      expect(found.map(({ length }) => length)).toEqual([1, 1]);
    }
    expect(await watched.among(store.database, ETHEREUM, [paying('stranger')])).toEqual([]);
  });

  it('all are left until every address has been read', async () => {
    await derive(0, 120_000);
    const strangers = [paying('stranger')];
    expect(await watched.among(store.database, ETHEREUM, strangers)).toBe(strangers);
    expect(await watched.among(store.database, ETHEREUM, strangers)).toBe(strangers);
    expect(await watched.among(store.database, ETHEREUM, strangers)).toEqual([]);
  });

  it('all are left if the store lacks addresses that it should have', async () => {
    await derive(0, 100);
    await store.database.query('DELETE FROM deposit_address WHERE index = 50');
    const strangers = [paying('stranger')];
    expect(await watched.among(store.database, ETHEREUM, strangers)).toBe(strangers);
    await derive(100, 200);
    expect(await watched.among(store.database, ETHEREUM, strangers)).toBe(strangers);
    expect(warnings).toEqual(['deposit addresses are missing in the store']);
  });
});

async function derive(from: number, to: number): Promise<void> {
  await store.database.query(
    `WITH moved AS (UPDATE address_space SET derived = $2 WHERE name = 'evm')
     INSERT INTO deposit_address (space, index, address)
     SELECT 'evm', n, 'deposit-' || n FROM generate_series($1::bigint, $2::bigint - 1) AS n`,
    [from, to],
  );
}

function paying(...addresses: string[]): Transaction {
  const transfers = addresses.map((address, index) => ({ index, address, assetId: 4, units: 1n }));
  return { txid: 'a transaction', sources: [], spends: [], transfers };
}
