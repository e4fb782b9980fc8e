import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import type { Directory } from '../../access/directory.ts';
import { NO_PROXIES } from '../../access/proxies.ts';
import { RequestCounts } from '../../observe/request-counts.ts';
import { listen } from '../listen.ts';
import type { Route } from '../route.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { Streams } from '../streams.ts';

/** An answer, as it came. */
export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: string;
}

export interface ServedRoutes {
  readonly url: string;
  /** Asks for a path just as it is written. */
  get(path: string, headers?: Record<string, string>): Promise<Got>;
  drain(): void;
  close(): Promise<void>;
}

/** Serves routes as the service would, with nothing behind them. */
export async function serveRoutes(
  routes: readonly Route[],
  {
    log = pino({ enabled: false }),
    traces = null,
    nowhere = null,
  }: Partial<Pick<ServerOptions, 'log' | 'traces' | 'nowhere'>> = {},
): Promise<ServedRoutes> {
  const directory = { isOpen: false, key: () => undefined } as unknown as Directory;
  const server = createServer({
    routes,
    nowhere,
    services: {
      publicUrl: () => '',
      directory: () => directory,
      streams: new Streams(),
      isOutgrown: () => false,
    },
    log,
    traces,
    proxies: NO_PROXIES,
    requests: new RequestCounts(),
  });
  const url = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url,
    get: (path, headers = {}) => get(url, path, headers),
    drain: () => server.drain(),
    close: () => server.close(),
  };
}

async function get(url: string, path: string, headers: Record<string, string>): Promise<Got> {
  const { hostname, port } = new URL(url);
  const asking = request({ hostname, port, path, headers, agent: false }).end();
  const [answer] = await once(asking, 'response');
  const raw = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, raw, body: raw.toString() };
}
