import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { lastFollowed, moveBack, moveTo } from './followed.ts';

const BLOCKS = 1_100;
/** Where nothing but this test is. */
const [STALLED, USUAL] = [1_001, 1_002];

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

/** Follows a chain from block 0 on, with so much settled at each block. */
async function follow(chainId: number, settled: (height: number) => number): Promise<void> {
  for (let height = 0; height <= BLOCKS; height++) {
    const block = { height, hash: `block ${height}`, parent: `block ${height - 1}` };
    await moveTo(store.database, chainId, block, settled(height));
  }
}

async function firstKept(chainId: number): Promise<number> {
  const { rows } = await store.database.query(
    'SELECT min(height) AS height FROM followed_block WHERE chain_id = $1',
    [chainId],
  );
  return rows[0].height;
}

it('a chain that finds no end can be undone to its last final block, however far that is', async () => {
  await follow(STALLED, (height) => Math.min(height, 20));
  expect(await firstKept(STALLED)).toBe(20);
  for (let height = BLOCKS; height > 20; height--) {
    await moveBack(store.database, STALLED, { height, hash: `block ${height}` });
  }
  expect(await lastFollowed(store.database, STALLED)).toEqual({ height: 20, hash: 'block 20' });
});

it('of others a thousand blocks are kept', async () => {
  await follow(USUAL, (height) => height - 5);
  expect(await firstKept(USUAL)).toBe(BLOCKS - 1_000);
});
