import { httpSide } from '../measure/http.ts';
import { sideBySide } from '../measure/rounds.ts';
import { type Row, throughputRow } from '../measure/row.ts';
import { startBare } from '../run/bare.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { quotesOf } from './calculate-requests.ts';

const CONNECTIONS = 64;
const AIM = 1;
const AGAINST = 'bare Fastify, same schemas, a constant';

/** Quotes against a route that only checks the request and writes a constant answer of the same form. */
export async function calculate({ options, server, generator, service }: Bench): Promise<Row[]> {
  const quotes = {
    float: await quotesOf(service.url, 'float'),
    fixed: await quotesOf(service.url, 'fixed'),
  };
  const answers = { float: quotes.float.answer, fixed: quotes.fixed.answer };
  const bare = await startBare(answers, server.url(LARGE));
  try {
    const rows: Row[] = [];
    for (const [mode, { requests }] of Object.entries(quotes)) {
      const load = { connections: CONNECTIONS, seconds: options.seconds };
      const windows = await sideBySide(
        httpSide(generator, service, requests, load),
        httpSide(generator, bare, requests, load),
      );
      rows.push(throughputRow(`calculate, ${mode}`, AGAINST, AIM, windows));
    }
    return rows;
  } finally {
    await bare.stop();
  }
}
