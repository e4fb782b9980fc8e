import { httpSide } from '../measure/http.ts';
import { type Measure, sideBySide, WINDOWS } from '../measure/rounds.ts';
import { type Row, throughputRow } from '../measure/row.ts';
import type { Running } from '../run/child.ts';
import { startService } from '../run/service.ts';
import { addAddresses } from '../seed/addresses.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { quotesOf } from './calculate-requests.ts';
import { PLACE_REQUESTS } from './place-requests.ts';

const CONNECTIONS = 64;
const WORKERS = [2, 4];
/** Of each space, on both sides; a run that needed more would fail, not wait. */
const ADDRESSES_PER_SECOND = 5_000;
const AGAINST = 'the same with one process';
/** On two cores the load and the database take what workers could: more of them must cost nothing. */
const AIM = 0.9;

/** Quotes and placements of api nodes with several processes, against one with one. */
export async function workers({ options, server, dataDir, generator }: Bench): Promise<Row[]> {
  const nodes: Running[] = [];
  const start = async (count: number) => {
    const node = await startService(server.url(LARGE), dataDir, 'api', count);
    nodes.push(node);
    return node;
  };
  const database = server.pool(LARGE);
  try {
    const one = await start(1);
    const { requests: quotes } = await quotesOf(one.url, 'float');
    const load = { connections: CONNECTIONS, seconds: options.seconds };
    const side = (node: Running, requests: readonly Buffer[]) =>
      withoutTime(httpSide(generator, node, requests, load));
    const rows: Row[] = [];
    for (const count of WORKERS) {
      const several = await start(count);
      const compare = async (work: string, requests: readonly Buffer[]) =>
        throughputRow(
          `${work}, ${count} processes`,
          AGAINST,
          AIM,
          await sideBySide(side(several, requests), side(one, requests)),
        );
      rows.push(await compare('calculate, float', quotes));
      await addAddresses(database, Math.ceil(options.seconds * WINDOWS * ADDRESSES_PER_SECOND));
      rows.push(await compare(`place, ${CONNECTIONS} clients`, PLACE_REQUESTS));
    }
    return rows;
  } finally {
    await database.end();
    for (const node of nodes.reverse()) await node.stop();
  }
}

/** What the process that was started uses says nothing of its workers. */
function withoutTime(measure: Measure): Measure {
  return async () => ({ ...(await measure()), cpuUs: null });
}
