import { post } from '../load/requests.ts';
import { httpSide } from '../measure/http.ts';
import { sideBySide } from '../measure/rounds.ts';
import { type Row, throughputRow } from '../measure/row.ts';
import { startBare } from '../run/bare.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';

const PATH = '/openapi/order/calculate';
const CONNECTIONS = 64;
const AIM = 0.9;
const AGAINST = 'bare Fastify, same schemas, a constant';

/** The quote of the README: one receive entry. */
const requestOf = (mode: string) => ({
  exchange_mode: mode,
  from_chain: 'Bitcoin',
  from_abbr: 'BTC',
  from_quantity: 0.05,
  to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH' }],
});

/** Quotes against a route that only checks the request and writes a constant answer of the same form. */
export async function calculate({ options, server, generator, service }: Bench): Promise<Row[]> {
  const modes = ['float', 'fixed'];
  const answers = Object.fromEntries(
    await Promise.all(modes.map(async (mode) => [mode, await ask(service.url, mode)])),
  );
  const bare = await startBare(answers, server.url(LARGE));
  try {
    const rows: Row[] = [];
    for (const mode of modes) {
      const requests = [post(PATH, requestOf(mode))];
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

async function ask(url: string, mode: string): Promise<unknown> {
  const response = await fetch(url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestOf(mode)),
  });
  return response.json();
}
