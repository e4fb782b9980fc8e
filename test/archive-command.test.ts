import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginHold, endHold } from '../packages/service/src/engine/hold/hold.ts';
import { type GrownWorld, openGrownWorld } from '../packages/service/src/growth/testing/grown-world.ts';
import { urlFor } from './support/database.ts';
import { runHere } from './support/run-here.ts';

/** How an operator lets what is old leave, and finds it again. */

let grown: GrownWorld;
let folder: string;
let env: Record<string, string>;
let days: string;
beforeAll(async () => {
  grown = await openGrownWorld();
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-archive-'));
  const { database, now } = grown.world;
  // Commands go by the store's own time: what is old in the world is much older here.
  const { rows } = await database.query<{ now: number }>('SELECT extract(epoch FROM now())::bigint AS now');
  const aheadDays = Math.floor((rows[0]!.now - now) / 86_400);
  days = String(365 + aheadDays);
  env = { SWAPDESK_DATABASE_URL: await urlFor(database), SWAPDESK_DATA_DIR: folder };
});
afterAll(async () => {
  await grown.world.close();
  rmSync(folder, { recursive: true });
});

const run = async (...words: string[]) => {
  const { code, output } = await runHere(words, env);
  return `${code}: ${output.trim()}`;
};
const archived = () => readdirSync(folder).filter((name) => name.endsWith('.gz'));

it('does nothing before somebody has said what may leave and where to, and shows it first', async () => {
  expect(await run('archive', 'run')).toMatch(/^1: All of it is kept for ever\. .*keep_ledger_days 400/s);
  expect(await run('archive', 'run', '--ledger', '0')).toMatch(/^1: All of it is kept/);
  expect(await run('archive', 'run', '--ledger', '36500')).toMatch(/^0: Nothing is old enough/);
  expect(await run('archive', 'run', '--ledger', days, '--events', days, '--dry-run')).toMatch(
    /^0: of .*the ledger +0 to 50 .*the logs of orders +0 to 2 .*Nothing was changed/s,
  );
  expect(await run('archive', 'run', '--ledger', days)).toMatch(/^1: Where to\?/);
  expect(await run('archive', 'show')).toBe('0: Nothing was archived.');
  expect(archived()).toEqual([]);
});

it('refuses while nobody knows whether the store is whole', async () => {
  const { database, now } = grown.world;
  await beginHold(database, { id: 'a hold', since: now, why: 'a drill' });
  expect(await run('archive', 'run', '--to', folder, '--ledger', days)).toMatch(
    /^1: The desk is held: .*hold show/s,
  );
  await database.query(`UPDATE hold SET id = NULL`);
  await endHold(database);
  expect(archived()).toEqual([]);
});

it('lets it leave by settings, lists it, checks it and finds an order in it', async () => {
  const [first] = grown.old;
  const { rows } = await grown.world.database.query<{ no: string }>('SELECT no FROM orders WHERE id = $1', [
    first!.id,
  ]);
  const { no } = rows[0]!;
  expect(await run('archive', 'find', no)).toMatch(/^0: Nothing of \S+ was archived/);
  for (const name of ['keep_ledger_days', 'keep_events_days'])
    expect(await run('setting', 'set', name, days)).toBe(`0: Set ${name} to ${days}.`);
  const output = await run('archive', 'run', '--to', folder);
  expect(output).toMatch(/^0: Watching .*Reading back .*rows archived .*The files are in \S+\. Keep them/s);
  expect(archived().length).toBeGreaterThan(2);
  expect(await run('archive', 'run')).toMatch(/^0: Nothing is old enough/);

  expect(await run('archive', 'show', '--check')).toMatch(
    /^0: of .*order_event .*All of them are what left the store\.$/s,
  );
  const found = await run('archive', 'find', no);
  expect(found.match(/"type":"order\.status"/g)).toHaveLength(3);
  expect(found).toMatch(/"account":"order"/);
  expect(await run('archive', 'find', 'NONE')).toMatch(/^1: There is no order NONE\./);
  expect(await run('order', 'show', no)).toMatch(/^0: .*were archived: npx swapdesk archive find/s);

  writeFileSync(join(folder, archived()[0]!), 'x');
  expect(await run('archive', 'show', '--check')).toMatch(/^1: .*WRONG +\S+ cannot be read/s);
});
