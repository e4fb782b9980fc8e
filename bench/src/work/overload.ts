import { type Stretch, TENTH_MS } from '../load/stretch.ts';
import type { Window } from '../measure/rounds.ts';
import { type Row, tailRow } from '../measure/row.ts';
import { startService } from '../run/service.ts';
import { addAddresses } from '../seed/addresses.ts';
import { LARGE } from '../seed/databases.ts';
import { measureApart } from './apart.ts';
import type { Bench, Measured } from './bench.ts';
import { inTurn, mixOf } from './mix.ts';

/** As many as keep a node busy. More could be refused where a node refuses early, and none may be while it is looked for what it can do. */
const CONNECTIONS = 24;
const USUAL = 0.7;
const OVERLOAD = 5;
/** A stretch of overload, and one as usual before and after it. */
const USUAL_MS = 8_000;
const OVERLOAD_MS = 10_000;
const ROUNDS = 3;
/** Node compiles hot code after thousands of calls, and more than once. */
const WARM_UPS = 4;
const WARM_UP_MS = 3_000;
/** Spaces of addresses that placements take from, in turn. */
const SPACES = 5;
const SPARE = 1.5;
const FIRST_ADDRESSES = 20_000;

const TWICE = 2;
/** Tenths of a second in which all is as before, and it has recovered. */
const CALM = 3;

/** An api node that is asked for five times what it can do, by clients who do not wait for each other. */
export function overload(bench: Bench): Promise<Measured> {
  return measureApart(bench, (where) => overloadNode(bench, where));
}

async function overloadNode({ server, dataDir, generator }: Bench, where: string): Promise<Measured> {
  const pool = server.pool(LARGE);
  const node = await startService(server.url(LARGE), dataDir, 'api');
  try {
    const kinds = await mixOf(node.url, server);
    const requests = inTurn(kinds);
    const busy = () => generator.load(node.url, requests, CONNECTIONS, WARM_UP_MS);
    await addAddresses(pool, FIRST_ADDRESSES);
    for (let n = 0; n < WARM_UPS; n++) await busy();
    const { perSecond: capacity } = await busy();
    const seconds = (ROUNDS * (2 * USUAL_MS + OVERLOAD_MS)) / 1_000;
    await addAddresses(pool, Math.ceil(((capacity * seconds) / kinds.length / SPACES) * SPARE));

    const rounds: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const usual = { perSecond: capacity * USUAL, ms: USUAL_MS };
      const stretches = [usual, { perSecond: capacity * OVERLOAD, ms: OVERLOAD_MS }, usual];
      rounds.push((await generator.arrive(node.url, { kinds, stretches })) as Round);
    }
    return { rows: rowsOf(rounds), notes: notesOf(capacity, where, rounds) };
  } finally {
    await pool.end();
    await node.stop();
  }
}

type Round = [usual: Stretch, overloaded: Stretch, after: Stretch];

function rowsOf(rounds: readonly Round[]): Row[] {
  const usual = rounds.map(([before]) => sideOf(before, before.answered));
  const row = (work: string, ours: readonly Window[]) =>
    tailRow(work, `the usual, at ${USUAL} of what it can`, TWICE, { ours, theirs: usual });
  return [
    row(
      `p99 of what is answered at ${OVERLOAD} times what it can`,
      rounds.map(([, over]) => sideOf(over, over.answered)),
    ),
    // Where nobody is refused there is nothing to compare.
    ...(rounds.every(([, { busy }]) => busy.many > 0)
      ? [
          row(
            'p99 of the busy answers then',
            rounds.map(([, over]) => sideOf(over, over.busy)),
          ),
        ]
      : []),
    row(
      'p99 of the seconds afterwards',
      rounds.map(([, , after]) => sideOf(after, after.answered)),
    ),
  ];
}

function sideOf({ ms }: Stretch, { many, p50Ms, p99Ms }: Stretch['answered']): Window {
  return { perSecond: (many * 1_000) / ms, p50Ms, p99Ms, cpuUs: null };
}

function notesOf(capacity: number, where: string, rounds: readonly Round[]): string[] {
  const perSecond = (figure: number) => Math.round(figure).toLocaleString('en');
  const head = `overload: a node of one process can do ${perSecond(capacity)} requests a second of this mix (${CONNECTIONS} connections). ${where}`;
  return [
    head,
    ...rounds.map(([usual, over, after], n) => {
      const rate = (many: number) => perSecond((many * 1_000) / over.ms);
      const kinds = over.kinds.map(({ name, answered, busy }) => {
        const part = Math.round((100 * answered.many) / (answered.many + busy.many));
        return `${name} ${part} % answered, p99 ${answered.p99Ms.toFixed(1)} ms`;
      });
      return (
        `overload, round ${n + 1}: of ${rate(over.offered)} a second ${rate(over.answered.many)} were answered and ` +
        `${rate(over.busy.many)} told to try later (p50 ${over.busy.p50Ms.toFixed(1)}, p99 ${over.busy.p99Ms.toFixed(1)} ms); ${over.broken + after.broken} connections broke. ${kinds.join('; ')}. ` +
        `As usual: p50 ${usual.answered.p50Ms.toFixed(1)}, p99 ${usual.answered.p99Ms.toFixed(1)} ms, ${usual.busy.many} told to try later. ` +
        `Recovered after ${recoveredMs(usual, after)} ms. The generator was late by ` +
        `${usual.lateP99Ms.toFixed(1)} and ${over.lateP99Ms.toFixed(1)} ms (p99).`
      );
    }),
  ];
}

/** How long after the overload the first tenths of a second began in which all is as it was before. */
function recoveredMs(usual: Stretch, after: Stretch): number {
  const isCalm = after.tenths.map(({ p99Ms, busy }) => busy === 0 && p99Ms <= TWICE * usual.answered.p99Ms);
  const at = isCalm.findIndex(
    (_, n) => n + CALM <= isCalm.length && isCalm.slice(n, n + CALM).every(Boolean),
  );
  return at < 0 ? Number.POSITIVE_INFINITY : at * TENTH_MS;
}
