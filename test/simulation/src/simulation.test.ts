import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../packages/service/src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openSimulationDatabase } from './database.ts';
import { simulate } from './simulate.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase(1);
  database = openSimulationDatabase({ connectionString: test.url });
});
afterAll(async () => {
  await database.end();
  await test.drop();
});

const FIRST = Number(process.env.SIM_FIRST ?? 1);
const SEEDS = Number(process.env.SIM_SEEDS ?? 10);
const ORDERS = 4;

describe('the engine, whatever fails', () => {
  it('keeps every money rule', { timeout: 600_000 }, async () => {
    const failed: string[] = [];
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
      const began = Date.now();
      const { problems, log } = await simulate(database, seed, ORDERS);
      if (process.env.SIM_VERBOSE) console.log(seed, Date.now() - began, log.length, problems);
      if (process.env.SIM_LOG) console.log(log.join('\n'));
      if (problems.length > 0) failed.push(`seed ${seed}:\n  ${problems.join('\n  ')}`);
    }
    expect(failed).toEqual([]);
  });
});
