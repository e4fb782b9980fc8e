import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { volume } from '../../support/volume.ts';
import { loadSimulation } from '../bundle.mjs';
import { MUTATIONS, type Mutation } from './mutations.ts';

const SOURCE = new URL('../../../packages/service/src/', import.meta.url);
const ORDERS = 4;
/** Seeds that are tried if the known one does not show it any more: no more than the usual tests run. */
const OTHER_SEEDS = 200;

/** A small world that comes early: others are shown by rare ones, and a change of the engine moves those elsewhere. */
const isPlain = ({ seed, orders }: Mutation) => seed <= 3 && orders === undefined;
const PLAIN = MUTATIONS.filter(isPlain);
/** Each takes seconds: one in `npm test`, all in `npm run test:long`. */
const TRIED = volume(PLAIN.slice(0, 1), MUTATIONS);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(1);
});
afterAll(() => test.drop());

it.each(MUTATIONS)('$rule: what is to be broken is there, once', async ({ edits }) => {
  for (const { file, from } of edits) {
    const source = await readFile(new URL(file, SOURCE), 'utf8');
    expect([file, from, source.split(from).length - 1]).toEqual([file, from, 1]);
  }
});

describe('the simulation notices when', () => {
  it.each(TRIED)('not: $rule', async (mutation) => {
    const shows = await seedThatShows(mutation);
    expect(shows).not.toBeNull();
    if (shows !== mutation.seed)
      console.warn(`${mutation.rule}: seed ${mutation.seed} shows it no more, ${shows} does`);
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
