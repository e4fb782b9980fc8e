import type pg from 'pg';
import { httpSide } from '../measure/http.ts';
import { sideBySide, WINDOWS } from '../measure/rounds.ts';
import { type Row, throughputRow } from '../measure/row.ts';
import { addAddresses } from '../seed/addresses.ts';
import { COPY, LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { MOST_CLIENTS, pgbenchSide } from './pgbench.ts';
import { PLACE_REQUESTS } from './place-requests.ts';

/** How many at once, and what is aimed at: the more there are, the more share a commit. */
const CLIENTS = [
  { clients: 16, aim: 1.1 },
  { clients: 32, aim: 1.1 },
  { clients: MOST_CLIENTS, aim: 1.5 },
];
/** Of each space; a run that needed more would fail, not wait. */
const ADDRESSES_PER_SECOND = 2_500;

/** Placements against pgbench writing the same rows to a copy of the same database, with as many clients. */
export async function place({ options, server, generator, service }: Bench): Promise<Row[]> {
  const ours = server.pool(LARGE);
  const theirs = server.pool(COPY);
  try {
    const rows: Row[] = [];
    let windows = 0;
    await addRolls(theirs);
    for (const { clients, aim } of CLIENTS) {
      await addAddresses(ours, Math.ceil(options.seconds * WINDOWS * ADDRESSES_PER_SECOND));
      const before = await ordersIn(ours);
      let acknowledged = 0;
      const load = { connections: clients, seconds: options.seconds };
      const compared = await sideBySide(
        httpSide(generator, service, PLACE_REQUESTS, load, ({ answers, late }) => {
          acknowledged += answers + late;
        }),
        pgbenchSide(server.environment(COPY), () => windows++, load),
      );
      const stored = (await ordersIn(ours)) - before;
      if (stored !== acknowledged)
        throw new Error(`${acknowledged} orders were acknowledged, ${stored} are stored`);
      rows.push(throughputRow(`place, ${clients} clients`, 'pgbench, same rows', aim, compared));
    }
    return rows;
  } finally {
    await ours.end();
    await theirs.end();
  }
}

async function addRolls(database: pg.Pool): Promise<void> {
  await database.query(
    'INSERT INTO roll (id) SELECT 1000 + n FROM generate_series(0, $1 - 1) AS n ON CONFLICT DO NOTHING',
    [MOST_CLIENTS],
  );
}

async function ordersIn(database: pg.Pool): Promise<number> {
  const { rows } = await database.query('SELECT length::int AS orders FROM roll WHERE id = 0');
  return rows[0].orders;
}
