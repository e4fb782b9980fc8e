import { setTimeout as pause } from 'node:timers/promises';
import { atRest, wrongsOf } from './books.mjs';
import { FAULTS, inRandomOrder, randomFrom } from './faults.mjs';
import { Load } from './load.mjs';
import { openWorld } from './world.mjs';

const LOAD = { clients: 4, everyMs: 800 };
/** By then a placement must have been acknowledged again, and the cluster be whole. */
const RECOVERY_MS = 180_000;
/** Between two faults. */
const CALM_MS = 5_000;

/** Breaks one thing after the other for so many minutes; returns what each cost, and all that was wrong at the end. */
export async function runFaults({ minutes, seed, hasNetworks, only, tell }) {
  const random = randomFrom(seed);
  const names = Object.keys(FAULTS).filter(
    (name) => only.length === 0 || only.some((each) => name.includes(each)),
  );
  const possible = names.filter((name) => hasNetworks || !name.includes('disk'));
  const world = await openWorld({ hasNetworks, tell });
  const load = new Load(world.services.urls, { ...LOAD, random: Math.random });
  const measured = [];
  const wrongs = [];
  try {
    await whole(world, load, Date.now());
    const until = Date.now() + minutes * 60_000;
    for (const name of inRandomOrder(possible, random)) {
      if (Date.now() > until) break;
      await pause(CALM_MS);
      measured.push(await breakAndMend(name, world, load, random));
      tell(lineOf(measured.at(-1), load));
    }
    tell('no more faults: until all orders are done');
    await load.stop();
    const restless = await atRest(world.database);
    if (restless !== null) wrongs.push(restless);
    for (const code of load.unseen) wrongs.push(`acknowledged, and not found at the other node: ${code}`);
    const { replica, primary } = await world.services.reads();
    tell(
      `${load.looked} orders were found at the other node; replicas answered ${replica} lists and queries, the primary ${primary}`,
    );
    if (replica === 0) wrongs.push('nothing was read at a replica');
    wrongs.push(...(await wrongsOf(world.database, load, world.services)));
  } catch (error) {
    wrongs.push(`stopped: ${error.stack}`);
    load.isOver = true;
  }
  const counts = await countsOf(world.database).catch(() => null);
  await world.close();
  return { measured, wrongs, load, counts, folder: world.folder };
}

async function breakAndMend(name, world, load, random) {
  const fault = FAULTS[name];
  const target = await targetOf(world, random);
  const began = Date.now();
  await fault.begin({ ...world, ...target });
  while (Date.now() - began < fault.ms) await pause(100);
  const ended = Date.now();
  await fault.end({ ...world, ...target });
  await whole(world, load, ended);
  const now = Date.now();
  return {
    name,
    lastedMs: ended - began,
    firstMs: load.firstAfter(began),
    gapMs: load.longestGap(began, now),
    wholeMs: now - ended,
  };
}

/** Whom a fault meets: who is primary now, who follows it, one of each kind of service. */
async function targetOf({ cluster }, random) {
  const { leader, sync } = await cluster.standing();
  const node = (name) => cluster.layout.nodes.find((each) => each.name === name);
  const n = 1 + Math.floor(random() * 2);
  return { primary: node(leader), standby: node(sync[0]), engine: `engine-${n}`, api: `api-${n}` };
}

/** Waits until there is a primary with two standbys again, nothing is held, and orders are acknowledged. */
async function whole({ cluster, database, services }, load, since) {
  const end = Date.now() + RECOVERY_MS;
  for (;;) {
    if (services.ended.length > 0) throw new Error(services.ended.join('; '));
    if ((await cluster.standing()).isWhole && (await goesOn(database)) && load.firstAfter(since) !== null)
      return;
    if (Date.now() > end)
      throw new Error(
        `not whole again within ${RECOVERY_MS / 1_000} s: ${JSON.stringify(await cluster.standing())}`,
      );
    await pause(250);
  }
}

async function goesOn(database) {
  const read = database.query('SELECT 1 FROM hold WHERE id IS NOT NULL');
  return read.then(
    ({ rowCount }) => rowCount === 0,
    () => false,
  );
}

async function countsOf(database) {
  const { rows } = await database.query(
    'SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM orders WHERE status = 4) AS completed, (SELECT count(*) FROM payout) AS payouts',
  );
  return rows[0];
}

function lineOf({ name, lastedMs, firstMs, gapMs, wholeMs }, { acknowledged }) {
  const s = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  return `${name} (${s(lastedMs)}): first placement after ${s(firstMs)}, longest without one ${s(gapMs)}, whole ${s(wholeMs)} after its end; ${acknowledged.length} orders so far`;
}
