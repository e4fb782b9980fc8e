import type pg from 'pg';
import { post } from '../load/requests.ts';
import { httpSide } from '../measure/http.ts';
import { sideBySide } from '../measure/rounds.ts';
import { type Row, tailRow, throughputRow } from '../measure/row.ts';
import { startBare } from '../run/bare.ts';
import { leadMarket } from '../run/led-market.ts';
import { startService } from '../run/service.ts';
import { makeThousand, THOUSAND } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { askQuote, QUOTE_PATH } from './calculate-requests.ts';

const CONNECTIONS = 64;
const ASSETS = 500;
const ENTRIES = 5;
const AIM = 1;
const UPDATES = 5_000;
/** The slowest of a hundred may take a quarter longer. */
const TAIL = 1.25;
const AGAINST = 'bare Fastify, same schemas, a constant';

/** Quotes of an api node with many assets whose prices come from books, and while these change all the time. */
export async function market({ options, server, dataDir, generator }: Bench): Promise<Row[]> {
  await makeThousand(server);
  const database = server.pool(THOUSAND);
  await addAssets(database);
  const { rows } = await database.query<{ abbr: string }>('SELECT DISTINCT abbr FROM asset ORDER BY abbr');
  const led = await leadMarket(
    database,
    rows.map(({ abbr }) => abbr),
  );
  const api = await startService(server.url(THOUSAND), dataDir, 'api');
  const stops: (() => Promise<unknown>)[] = [() => database.end(), led.stop, api.stop];
  try {
    const load = { connections: CONNECTIONS, seconds: options.seconds };
    const { requests, answer } = await quotes(api.url);
    const bare = await startBare({ float: answer, fixed: answer }, server.url(THOUSAND));
    stops.push(bare.stop);
    const work = `calculate, ${ASSETS} assets, ${ENTRIES} entries, books of 20 levels`;
    const calm = await sideBySide(
      httpSide(generator, api, requests, load),
      httpSide(generator, bare, requests, load),
    );
    const quotesAt = (updates: number) => {
      const side = httpSide(generator, api, requests, load);
      return () => {
        led.storm(updates);
        return side();
      };
    };
    const stormy = await sideBySide(quotesAt(UPDATES), quotesAt(0));
    return [
      throughputRow(work, AGAINST, AIM, calm),
      tailRow(
        `p99 of it at ${UPDATES.toLocaleString('en')} updates a second`,
        'the same at none',
        TAIL,
        stormy,
      ),
    ];
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Tokens like one that there is, which are sent and not received. */
async function addAssets(database: pg.Pool): Promise<void> {
  await database.query(
    `INSERT INTO asset (id, chain_id, abbr, name, protocol, decimals, contract, can_send, can_receive, min_units, max_units,
                        transfer_cost)
     SELECT 1000000 + n, chain_id, 'T' || n, 'Token ' || n, protocol, decimals, '0x' || lpad(to_hex(n), 40, '0'), true, false,
            min_units, max_units, transfer_cost
       FROM asset, generate_series(1, $1) AS n WHERE asset.id = (SELECT min(id) FROM asset WHERE contract LIKE '0x%')
         ON CONFLICT DO NOTHING`,
    [ASSETS],
  );
}

interface Listed {
  readonly chain: string;
  readonly abbr: string;
  readonly send: boolean;
  readonly recv: boolean;
}

/** One request for each of the tokens, for five other assets. They are alike, so what is enough of one is of all. */
async function quotes(url: string): Promise<{ requests: Buffer[]; answer: unknown }> {
  const response = await fetch(`${url}/openapi/abbr/lists`);
  const { data: assets } = (await response.json()) as { data: Listed[] };
  const received = assets.filter(({ recv }) => recv).slice(0, ENTRIES);
  const bodyOf = ({ chain, abbr }: Listed, from_quantity: number) => ({
    exchange_mode: 'float',
    from_chain: chain,
    from_abbr: abbr,
    from_quantity,
    to_address: received.map((to) => ({ to_chain: to.chain, to_abbr: to.abbr, to_ratio: 1 / ENTRIES })),
  });
  const tokens = assets.filter(({ send, recv }) => send && !recv);
  const [first] = tokens;
  if (first === undefined || tokens.length < ASSETS)
    throw new Error(`there are only ${tokens.length} tokens`);
  const least = (await askQuote(url, bodyOf(first, 1))).data?.min_from_quantity ?? 1;
  const quantity = () => Number((least * (2 + Math.random())).toPrecision(6));
  const answer = await askQuote(url, bodyOf(first, quantity()));
  if (answer.code !== 0) throw new Error(`it does not quote: ${JSON.stringify(answer)}`);
  return { requests: tokens.map((token) => post(QUOTE_PATH, bodyOf(token, quantity()))), answer };
}
