import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { StartupError } from '../startup-error.ts';
import type { ChainsConfig } from './chains-config.ts';
import { checkStorePurpose } from './store-purpose.ts';

const REAL: ChainsConfig = { network: 'test', chains: new Map() };

let store: TestDatabase;

beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(() => store.drop());

const simulate = () => store.database.query(`INSERT INTO sim_block VALUES (1, 0, 'hash', 'parent', 0)`);
const follow = () =>
  store.database.query(
    `INSERT INTO followed_block (chain_id, height, hash, parent) VALUES (1, 0, 'hash', 'parent')`,
  );
const WHERE = { file: '/desk/swapdesk.config.json', dataDir: '/desk/data', databaseUrl: null };
const check = (chains: ChainsConfig | null, where: object = {}) =>
  checkStorePurpose(store.database, { ...WHERE, ...where, chains });

describe('a store', () => {
  it('that is new may become either', async () => {
    await expect(check(null)).resolves.toBeUndefined();
    await expect(check(REAL)).resolves.toBeUndefined();
  });

  it('of simulated networks stays with them', async () => {
    await simulate();
    await follow();
    await expect(check(null)).resolves.toBeUndefined();
    await expect(check(REAL)).rejects.toThrow(StartupError);
    await expect(check(REAL)).rejects.toThrow(/used with simulated networks/);
  });

  it('of simulated networks says in one line how to begin with another', async () => {
    await simulate();
    const line = (where: object) => check(REAL, where).catch((error: Error) => error.message);
    expect(await line({})).toMatch(
      /^The store in \/desk\/data .* Run: export SWAPDESK_DATA_DIR='\/desk\/data-real', .*$/,
    );
    // Left behind, the file would not be found, and the next store be simulated again.
    expect(await line({ file: '/desk/data/swapdesk.config.json' })).toContain(
      "Run: mkdir '/desk/data-real' && mv '/desk/data/swapdesk.config.json' '/desk/data-real/' && export",
    );
    expect(await line({ databaseUrl: 'postgres://elsewhere' })).toMatch(
      /: set another SWAPDESK_DATABASE_URL\.$/,
    );
  });

  it('of simulated networks is one as soon as they are followed, before their first block', async () => {
    await store.database.query(
      `INSERT INTO followed_block (chain_id, height, hash, parent) VALUES (1, 0, 'genesis', '')`,
    );
    await expect(check(null)).resolves.toBeUndefined();
    await expect(check(REAL)).rejects.toThrow(/used with simulated networks/);
  });

  it('of real chains stays with them', async () => {
    await follow();
    await expect(check(REAL)).resolves.toBeUndefined();
    await expect(check(null)).rejects.toThrow(StartupError);
    await expect(check(null)).rejects.toThrow(/Set SWAPDESK_CONFIG/);
  });
});
