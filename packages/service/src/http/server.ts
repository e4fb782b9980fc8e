import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { API_VERSION, MESSAGE, SIGNATURE_HEADERS } from '@swapdesk/contract';
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Proxies } from '../access/proxies.ts';
import type { RequestCounts } from '../observe/request-counts.ts';
import { Refusal } from '../refusal.ts';
import { clientAddress } from './client-address.ts';
import { serveConsole } from './console/serve.ts';
import type { ConsoleServices } from './console/services.ts';
import { ParameterError } from './errors.ts';
import { Incoming } from './incoming.ts';
import { pathAndQuery, type Serve, serveInterface } from './interface.ts';
import { refusalWhileOpen } from './open-gate.ts';
import { RefusalLog } from './refusal-log.ts';
import { NO_PAGE, type Sending, sendError, sendRawError } from './send.ts';
import type { Services } from './services.ts';
import type { Streams } from './streams.ts';

const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 72_000;
const HOST = 'host';
const YEAR_S = 31_536_000;

export interface ServerOptions {
  readonly services: ConsoleServices;
  readonly log: Logger;
  readonly proxies: Proxies;
  readonly requests: RequestCounts;
  readonly serves: readonly Served[];
}

/** What a server serves. */
export type Served = 'interface' | 'console';

const NOTHING: Serve = () => false;

/** The HTTP server: the interface's endpoints first, then the console's, Fastify for everything else. Not listening yet. */
export function createServer({ services, log, proxies, requests, serves }: ServerOptions): FastifyInstance {
  const refusals = new RefusalLog(log);
  const sending = openSending(services, log, proxies, refusals);
  const { isForPages, ...api } = serveInterface(services, sending, requests, proxies);
  const serve = serves.includes('interface') ? api.serve : NOTHING;
  const serveOperators = serves.includes('console') ? serveConsole(services, sending, proxies) : NOTHING;
  const isOpen = () => services.directory().isOpen;
  const server = fastify({
    serverFactory: (pages) =>
      nodeServer(sending, (request, response) => {
        const refusal =
          wrongHost(request) ?? (isOpen() ? refusalWhileOpen(request, isForPages(request)) : null);
        if (refusal !== null) sendError(sending, request, response, refusal, ['connection', 'close']);
        else if (!serve(request, response) && !serveOperators(request, response)) {
          // Whoever answers: pages say more of themselves, and what they say counts.
          for (const [name, value] of Object.entries({ ...NO_PAGE, ...sending.headers }))
            response.setHeader(name, value);
          pages(request, response);
        }
      }),
    // Requests that come while stopping are still answered, with our envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Not HTTP, or too slow, or with headers beyond any use: there is no request to answer to.
    clientErrorHandler: (_error, socket) =>
      sendRawError(sending, socket, new ParameterError('not an HTTP request that can be read')),
    frameworkErrors: (error, request, reply) => {
      reply.hijack();
      sendError(sending, request.raw, reply.raw, error);
    },
  });
  // Nothing of it takes a body: one that comes is not looked at, and a path that is not there stays that.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  server.setNotFoundHandler((request, reply) => {
    reply.hijack();
    sendError(sending, request.raw, reply.raw, new Refusal(MESSAGE.routeNotFound));
  });
  server.setErrorHandler((error, request, reply) => {
    reply.hijack();
    sendError(sending, request.raw, reply.raw, error);
  });
  closeGently(server, sending, services.streams);
  server.addHook('onClose', async () => refusals.tellMore());
  return server;
}

function nodeServer(
  sending: Sending,
  listener: (request: Incoming, response: ServerResponse) => void,
): Server {
  // A request without a Host header is refused by us: Node would do it without a body.
  const options = {
    IncomingMessage: Incoming,
    requireHostHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
  };
  const server = createNodeServer(options, listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // And this one.
  server.on('checkExpectation', (request, response) =>
    sendError(sending, request, response, new ParameterError('an Expect header that is not known')),
  );
  return server;
}

/** One host is asked, and it is named: with two, whoever stands in front may have read the other. */
function wrongHost({ rawHeaders, headers, httpVersion }: Incoming): Refusal | null {
  if (headers.host === undefined && httpVersion === '1.1')
    return new ParameterError('the Host header is missing');
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1 ? new ParameterError('there is more than one Host header') : null;
}

function openSending(services: Services, log: Logger, proxies: Proxies, refusals: RefusalLog): Sending {
  const boot = Date.now().toString(36);
  let requests = 0;
  return {
    log,
    nextId: () => `${boot}-${(requests++).toString(36)}`,
    headers: services.publicUrl().startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_S}` }
      : {},
    priceSource: () => services.market().rates.source,
    refused: (request, { reply: why }, requestId) =>
      refusals.note({
        why,
        address: clientAddress(request, proxies),
        key: knownKey(services, request),
        method: request.method ?? '',
        path: pathAndQuery(request.url ?? '').split('?')[0] as string,
        requestId,
      }),
    isClosing: false,
  };
}

/** The API key that a request names, if it is one. */
function knownKey(services: Services, { headers }: IncomingMessage): string | undefined {
  const named = headers[SIGNATURE_HEADERS.key]?.toString() ?? '';
  return services.directory().key(named)?.key;
}

/** While stopping, streams end, every answer asks its connection to close, and connections that fall idle are closed. */
function closeGently(server: FastifyInstance, sending: Sending, streams: Streams): void {
  server.addHook('preClose', async () => {
    sending.isClosing = true;
    streams.stop();
    // Without a connection there is nothing to wait for: a server that could not listen never says that it has closed.
    const closing = setInterval(() => server.server.closeIdleConnections(), 50).unref();
    server.server.once('close', () => clearInterval(closing));
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({ 'api-version': API_VERSION, 'x-request-id': sending.nextId() });
    if (sending.isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
