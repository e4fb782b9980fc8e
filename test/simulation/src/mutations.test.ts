import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { volume } from '../../support/volume.ts';
import { loadSimulation } from '../bundle.mjs';
import { MUTATIONS, type Mutation } from './mutations.ts';

const ORDERS = 4;
/** Seeds that are tried if the known one does not show it any more: no more than the usual tests run. */
const OTHER_SEEDS = 200;

/** Each takes seconds: every eighth in `npm test`, all in `npm run test:long`. */
const TRIED = MUTATIONS.filter((_, n) => n % volume(8, 1) === 0);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(1);
});
afterAll(() => test.drop());

describe('the simulation notices when', () => {
  it.each(TRIED)('not: $rule', { timeout: 300_000 }, async (mutation) => {
    expect(await seedThatShows(mutation)).not.toBeNull();
  });
});

/** Breaks the rule and runs seeds until one of them shows it. */
async function seedThatShows({
  edits,
  dropped,
  checks,
  seed,
  orders = ORDERS,
  trials = [],
}: Mutation): Promise<number | null> {
  const simulation = await loadSimulation(edits);
  const database = await simulation.openSimulationDatabase({ connectionString: test.url });
  const keep: string[] = [];
  try {
    for (const { table, constraint } of dropped ?? []) {
      const { rows } = await database.query(
        'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1',
        [constraint],
      );
      keep.push(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} ${rows[0].definition}`);
      await database.query(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`);
    }
    for (const each of [seed, ...Array.from({ length: OTHER_SEEDS }, (_, n) => n + 1)]) {
      const { problems } = await simulation.simulate(database, each, orders, trials);
      if (process.env.SWAPDESK_SIMULATION_VERBOSE) console.log(each, problems.slice(0, 3));
      if (problems.some((problem) => isNoticed(problem, checks))) return each;
    }
    return null;
  } finally {
    await simulation.resetDatabase(database);
    for (const statement of keep) await database.query(statement);
    await database.end();
  }
}

/** By a check that says what is wrong with the money, not by an engine that stumbles over what was broken. */
function isNoticed(problem: string, checks: Mutation['checks']): boolean {
  if (checks === undefined) return !/: (Type|Reference|Syntax)Error/.test(problem);
  return checks.some((check) => problem.startsWith(`${check}: `));
}
