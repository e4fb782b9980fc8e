import { createServer as createNodeServer, type Server, type ServerResponse } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { RequestCounts } from '../observe/request-counts.ts';
import { Refusal } from '../refusal.ts';
import { serveConsole } from './console/serve.ts';
import type { ConsoleServices } from './console/services.ts';
import { errorReply, ParameterError } from './errors.ts';
import { Incoming } from './incoming.ts';
import { serveInterface } from './interface.ts';
import { refusalWhileOpen } from './open-gate.ts';
import { JSON_TYPE, type Sending, sendError } from './send.ts';
import type { Services } from './services.ts';
import type { Streams } from './streams.ts';

const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 72_000;

export interface ServerOptions {
  readonly services: ConsoleServices;
  readonly log: Logger;
  readonly trustProxy: boolean;
  readonly requests: RequestCounts;
}

/** The HTTP server: the interface's endpoints first, then the console's, Fastify for everything else. Not listening yet. */
export function createServer({ services, log, trustProxy, requests }: ServerOptions): FastifyInstance {
  const sending = openSending(services, log);
  const serve = serveInterface(services, sending, requests, trustProxy);
  const serveOperators = serveConsole(services, sending, trustProxy);
  const server = fastify({
    serverFactory: (pages) =>
      nodeServer((request, response) => {
        const refusal = services.directory().isOpen ? refusalWhileOpen(request) : null;
        if (refusal !== null) sendError(sending, request, response, refusal, { connection: 'close' });
        else if (!serve(request, response) && !serveOperators(request, response)) pages(request, response);
      }),
    // Requests that come while stopping are still answered, with our envelope.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (_error, socket) => {
      // Not HTTP, or too slow, or with headers beyond any use: there is no request to answer to.
      const { body } = errorReply(new ParameterError('not an HTTP request that can be read'));
      if (!socket.writable) return;
      const length = Buffer.byteLength(body);
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
    frameworkErrors: (error, request, reply) => {
      reply.hijack();
      sendError(sending, request.raw, reply.raw, error);
    },
  });
  server.setNotFoundHandler((request, reply) => {
    reply.hijack();
    sendError(sending, request.raw, reply.raw, new Refusal(MESSAGE.routeNotFound));
  });
  server.setErrorHandler((error, request, reply) => {
    reply.hijack();
    sendError(sending, request.raw, reply.raw, error);
  });
  closeGently(server, sending, services.streams);
  return server;
}

function nodeServer(listener: (request: Incoming, response: ServerResponse) => void): Server {
  // A request without a Host header is refused by us: Node would do it without a body.
  const options = {
    IncomingMessage: Incoming,
    requireHostHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
  };
  const server = createNodeServer(options, listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // And this one.
  server.on('checkExpectation', (_request, response) => {
    const { body } = errorReply(new ParameterError('an Expect header that is not known'));
    const headers = { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) };
    response.writeHead(417, headers).end(body);
  });
  return server;
}

function openSending(services: Services, log: Logger): Sending {
  const boot = Date.now().toString(36);
  let requests = 0;
  return {
    log,
    nextId: () => `${boot}-${(requests++).toString(36)}`,
    priceSource: () => services.market().rates.source,
    isClosing: false,
  };
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
    if (sending.isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
