import { once } from 'node:events';
import { createServer as createNodeServer, type IncomingMessage, type Server } from 'node:http';
import type { Server as Listener, Socket } from 'node:net';
import { SIGNATURE_HEADERS } from '@swapdesk/contract';
import type { Logger } from 'pino';
import type { Proxies } from '../access/proxies.ts';
import { leaveOutOfPath } from '../leave-out.ts';
import type { RequestCounts } from '../observe/request-counts.ts';
import type { RequestTraces } from '../traces/request-traces.ts';
import { Admission } from './admission.ts';
import { clientAddress } from './client-address.ts';
import { dispatcher } from './dispatch.ts';
import { ParameterError } from './errors.ts';
import { Incoming } from './incoming.ts';
import { RefusalLog } from './refusal-log.ts';
import { type NowherePage, type Route, Routes, targetOf } from './route.ts';
import { KEEP_ALIVE_S, type Sending, sendError, sendRawError } from './send.ts';
import type { Services } from './services.ts';

const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node looks for requests that take longer than that. Its own half a minute would make it three quarters. */
const LOOK_FOR_SLOW_MS = 5_000;
/** Longer than a stream goes without a sign of life: nobody is there who takes and says nothing for so long. */
const SILENT_MS = KEEP_ALIVE_S * 1000;
const LOOK_FOR_IDLE_MS = 50;
/** Sooner than those who stop services lose patience, which is ten seconds with Docker. */
const STOP_WITHIN_MS = 5_000;
const YEAR_S = 31_536_000;

export interface ServerOptions {
  readonly routes: readonly Route[];
  /** Absent or null: whoever asks for what is not there is told so in JSON. */
  readonly nowhere?: NowherePage | null;
  readonly services: Pick<Services, 'publicUrl' | 'directory' | 'streams' | 'isOutgrown'>;
  readonly log: Logger;
  readonly proxies: Proxies;
  readonly requests: RequestCounts;
  /** Absent or null: nobody is told of them. */
  readonly traces?: RequestTraces | null;
}

export interface HttpServer {
  /** Node's own, for whoever lets it listen. */
  readonly node: Server;
  /** Listen elsewhere, and hand their connections to it. */
  readonly beside: Listener[];
  /** From now on every answer asks its connection to close: the next request opens another, elsewhere if there is a choice. */
  drain(): void;
  /** Stops: what is under way is still answered. */
  close(): Promise<void>;
}

/** The HTTP server: Node's, with our limits, and the dispatcher. Not listening yet. */
export function createServer({
  routes,
  nowhere = null,
  services,
  log,
  proxies,
  requests,
  traces = null,
}: ServerOptions): HttpServer {
  const refusals = new RefusalLog(log);
  const sending = openSending(services, log, proxies, refusals);
  const isOpen = () => services.directory().isOpen;
  const node = createNodeServer(
    // A request without a Host header is refused by us: Node would do it without a body.
    {
      IncomingMessage: Incoming,
      requireHostHeader: false,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
      // One timer for each connection, whether it is asked or idle: with two limits Node makes two timers for each request.
      keepAliveTimeout: 0,
    },
    dispatcher({
      routes: new Routes(routes),
      nowhere,
      sending,
      requests,
      proxies,
      traces,
      admission: new Admission(log),
      isOpen,
      isOutgrown: services.isOutgrown,
    }),
  );
  // And this one.
  node.on('checkExpectation', (request, response) =>
    sendError(sending, request, response, new ParameterError('an Expect header that is not known')),
  );
  // Not HTTP, or too slow, or with headers beyond any use: there is no request to answer to.
  node.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    const socket = connection as Socket;
    // Opened ahead of its first request, as browsers and pools do: whoever gets an answer before they ask takes it for that of
    // what they ask next. Nothing was asked, so it is idle, and is closed as all that are idle for long.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return;
    sendRawError(sending, socket, new ParameterError('not an HTTP request that can be read'));
  });
  // All headers are looked at: Node would leave out those after the first thousand, be it the proxy's own.
  node.maxHeadersCount = 0;
  node.timeout = SILENT_MS;
  const beside: Listener[] = [];
  return {
    node,
    beside,
    drain: () => {
      sending.isClosing = true;
    },
    close: async () => {
      sending.isClosing = true;
      services.streams.stop();
      if (node.listening) await closeGently(node, beside);
      refusals.tellMore();
    },
  };
}

/**
 * Requests that come while stopping are still answered; their answers ask to close, and connections that fall idle are closed.
 * One on which nobody says anything, or takes nothing, is not idle for Node: what is left after a while is cut off.
 */
async function closeGently(node: Server, beside: readonly Listener[]): Promise<void> {
  const closing = setInterval(() => node.closeIdleConnections(), LOOK_FOR_IDLE_MS).unref();
  const cuttingOff = setTimeout(() => node.closeAllConnections(), STOP_WITHIN_MS);
  const all = [node, ...beside.filter(({ listening }) => listening)];
  const closed = all.map((each) => once(each, 'close'));
  for (const each of all) each.close();
  await Promise.all(closed);
  clearInterval(closing);
  clearTimeout(cuttingOff);
}

function openSending(
  services: ServerOptions['services'],
  log: Logger,
  proxies: Proxies,
  refusals: RefusalLog,
): Sending {
  // With the process: several may start in the same moment.
  const boot = `${Date.now().toString(36)}${process.pid.toString(36)}`;
  let requests = 0;
  return {
    log,
    nextId: () => `${boot}-${(requests++).toString(36)}`,
    headers: services.publicUrl().startsWith('https:')
      ? ['strict-transport-security', `max-age=${YEAR_S}`]
      : [],
    refused: (request, { reply: why }, ids) =>
      refusals.note({
        why,
        address: clientAddress(request, proxies),
        key: knownKey(services, request),
        method: request.method ?? '',
        path: leaveOutOfPath(targetOf(request).path),
        ...ids,
      }),
    isClosing: false,
  };
}

/** The API key that a request names, if it is one. */
function knownKey(
  { directory }: Pick<Services, 'directory'>,
  { headers }: IncomingMessage,
): string | undefined {
  const named = headers[SIGNATURE_HEADERS.key]?.toString() ?? '';
  return directory().key(named)?.key;
}
