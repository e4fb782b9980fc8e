import type { Stretch } from '../load/stretch.ts';
import type { Compared, Window } from '../measure/rounds.ts';
import { memoryRow, type Row, tailRow } from '../measure/row.ts';
import { startService } from '../run/service.ts';
import { residentMegabytes } from '../run/usage.ts';
import { addAddresses } from '../seed/addresses.ts';
import { LARGE } from '../seed/databases.ts';
import { measureApart } from './apart.ts';
import type { Bench, Measured } from './bench.ts';
import { inTurn, mixOf } from './mix.ts';

const MINUTES = 30;
const CONNECTIONS = 24;
const WARM_UPS = 4;
const WARM_UP_MS = 3_000;
/** Of what the node can do. */
const LOAD = 0.5;
/** Of ten requests so many are quotes and so many queries; the last places an order, and so fills the disk. */
const QUOTES = 4;
const QUERIES = 5;
const MINUTE_MS = 60_000;
/** A tenth of the time at its beginning, and one at its end. */
const PART = 10;
const FLAT = 1.15;
const FLAT_P99 = 1.5;
const SPACES = 5;
const SPARE = 1.5;

/** An api node under a steady load: what it holds and how late it is at the end, against the beginning. */
export function soak(bench: Bench): Promise<Measured> {
  return measureApart(bench, (where) => soakNode(bench, where));
}

async function soakNode({ options, server, dataDir, generator }: Bench, where: string): Promise<Measured> {
  const minutes = options.minutes ?? MINUTES;
  const pool = server.pool(LARGE);
  const node = await startService(server.url(LARGE), dataDir, 'api');
  try {
    const [quote, placement, query] = await mixOf(node.url, server);
    if (quote === undefined || placement === undefined || query === undefined) throw new Error('no mix');
    const kinds = [...Array(QUOTES).fill(quote), ...Array(QUERIES).fill(query), placement];
    await addAddresses(pool, 20_000);
    const requests = inTurn(kinds);
    const busy = () => generator.load(node.url, requests, CONNECTIONS, WARM_UP_MS);
    for (let n = 0; n < WARM_UPS; n++) await busy();
    const perSecond = (await busy()).perSecond * LOAD;
    const orders = (perSecond / kinds.length) * 60;
    const looks: { readonly stretch: Stretch; readonly megabytes: number }[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      await addAddresses(pool, Math.ceil((orders / SPACES) * SPARE));
      const stretches = [{ perSecond, ms: MINUTE_MS }];
      const [stretch] = await generator.arrive(node.url, { kinds, stretches });
      looks.push({ stretch: stretch as Stretch, megabytes: residentMegabytes(node.pid) });
      const { answered, busy } = stretch as Stretch;
      console.log(
        `  minute ${minute + 1} of ${minutes}: ${looks.at(-1)?.megabytes} MB, p99 ${answered.p99Ms.toFixed(1)} ms, ${busy.many} refused`,
      );
    }
    const refused = looks.reduce((sum, { stretch }) => sum + stretch.busy.many, 0);
    const note = `soak: ${minutes} minutes of ${Math.round(perSecond).toLocaleString('en')} requests a second, half of what the node can do; ${refused} were told to try later. ${where}`;
    return { rows: rowsOf(looks, minutes), notes: [note] };
  } finally {
    await pool.end();
    await node.stop();
  }
}

function rowsOf(
  looks: readonly { readonly stretch: Stretch; readonly megabytes: number }[],
  minutes: number,
): Row[] {
  const many = Math.max(1, Math.round(looks.length / PART));
  const [first, last] = [looks.slice(0, many), looks.slice(-many)];
  const windows = (some: typeof looks): Window[] =>
    some.map(({ stretch: { answered, ms } }) => ({
      ...answered,
      perSecond: (answered.many * 1_000) / ms,
      cpuUs: null,
    }));
  const compared: Compared = { ours: windows(last), theirs: windows(first) };
  const most = (some: typeof looks) => Math.max(...some.map(({ megabytes }) => megabytes));
  return [
    tailRow(`p99 after ${minutes} minutes of load`, 'that of the first tenth', FLAT_P99, compared),
    memoryRow(
      `memory after ${minutes} minutes of load`,
      'what it held in the first tenth',
      most(last),
      most(first),
      FLAT,
    ),
  ];
}
