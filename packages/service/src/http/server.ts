import { isUtf8 } from 'node:buffer';
import { API_VERSION, CODE, MESSAGE, serializer } from '@swapdesk/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { TObject, TSchema } from 'typebox';
import { authenticate } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../refusal.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { errorReply, ParameterError } from './errors.ts';
import { ENDPOINTS, PREFIXES } from './openapi/index.ts';
import { bodyReader, queryReader } from './params.ts';
import type { Services } from './services.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;
const JSON_TYPE = 'application/json; charset=utf-8';
/** Node would answer this without a body, so we look for it ourselves. */
const NO_HOST = new ParameterError('the Host header is missing');
/** A query code that does not exist costs this much more than one that does. */
const MISS_WEIGHT = 9;
const BAD_CREDENTIALS_WEIGHT = 10;

declare module 'fastify' {
  interface FastifyInstance {
    /** True once it is to stop. */
    isClosing: boolean;
  }
}

export interface ServerOptions {
  readonly services: Services;
  readonly log: Logger;
  readonly trustProxy: boolean;
}

/** The HTTP server with every endpoint under every prefix. Not listening yet. */
export function createServer({ services, log, trustProxy }: ServerOptions): FastifyInstance {
  const boot = Date.now().toString(36);
  let requests = 0;
  const server = fastify({
    // One hop: what the proxy itself says. Further entries of X-Forwarded-For are the client's own words.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    http: { requireHostHeader: false },
    // Requests that come while stopping are still answered, with our envelope.
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    genReqId: () => `${boot}-${(requests++).toString(36)}`,
    clientErrorHandler: (_error, socket) => {
      // Not HTTP, or too slow, or with headers beyond any use: there is no request to answer to.
      const { body } = errorReply(new ParameterError('not an HTTP request that can be read'));
      if (!socket.writable) return;
      const length = Buffer.byteLength(body);
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
    frameworkErrors: (error, request, reply) =>
      sendError(error, request as FastifyRequest, reply as FastifyReply, log),
  });

  // Fastify would not read the body of a GET; published examples of the interface send one.
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  server.removeAllContentTypeParsers();
  // The body stays text until the caller is known: signatures are made over it, byte for byte.
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (isUtf8(body as Buffer)) done(null, (body as Buffer).toString('utf8'));
    else done(new ParameterError('the body is not UTF-8'));
  });

  closeGently(server);
  // Node would answer this one without a body.
  server.server.on('checkExpectation', (_request, response) => {
    const { body } = errorReply(new ParameterError('an Expect header that is not known'));
    const headers = { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) };
    response.writeHead(417, headers).end(body);
  });

  const methods = new Map<string, string>();
  for (const endpoint of ENDPOINTS) {
    const handler = endpointHandler(endpoint, services);
    for (const prefix of PREFIXES) {
      methods.set(prefix + endpoint.path, endpoint.method);
      server.route({ method: endpoint.method, url: prefix + endpoint.path, handler });
    }
  }
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = methods.get(request.url.split('?', 1)[0] as string);
    if (allowed !== undefined) reply.header('allow', allowed);
    const message = allowed === undefined ? MESSAGE.routeNotFound : MESSAGE.methodNotAllowed;
    return sendError(new Refusal(message), request, reply, log);
  };
  server.setNotFoundHandler(answerUnrouted);
  // Before Fastify looks at the body of a method that nobody serves.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'POST') answerUnrouted(request, reply);
    else if (request.headers.host === undefined && request.raw.httpVersion === '1.1') done(NO_HOST);
    else done();
  });
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));
  return server;
}

/** While stopping, every answer asks its connection to close, and connections that fall idle are closed. */
function closeGently(server: FastifyInstance): void {
  server.decorate('isClosing', false);
  server.addHook('preClose', async () => {
    server.isClosing = true;
    const closing = setInterval(() => server.server.closeIdleConnections(), 50);
    server.server.once('close', () => clearInterval(closing));
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (server.isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** What happens to every request: who is it, may they, what do they want, do it, write it. */
function endpointHandler(endpoint: Endpoint, services: Services) {
  const read = endpoint.method === 'POST' ? bodyReader(endpoint.request) : queryReader(endpoint.request);
  const write = successWriter(endpoint);

  return (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const body = (request.body as string | undefined) ?? '';
    const caller = identify(request, body, services);
    if (endpoint.needsAccount && !caller.mayList) throw new Refusal(MESSAGE.keyRequired);
    if (caller.isLimited) spend(caller.scope, endpoint.weight, services);
    const params = read(request.query as Record<string, unknown>, body);
    const succeed = (answer: Answer<TSchema>) => send(request, reply, write(answer), services);
    const answer = endpoint.handle(services, { params, caller, headers: request.headers });
    // What is answered from memory is answered at once.
    if (!(answer instanceof Promise)) return succeed(answer);
    return answer.then(succeed, (error) => {
      penalizeMiss(error, caller, services);
      throw error;
    });
  };
}

/** Writes an answer with code and msg before it. */
function successWriter({ response }: Endpoint): (answer: Answer<TSchema>) => string {
  const head = `{"code":${CODE.success},"msg":${JSON.stringify(MESSAGE.success)},`;
  const { code, msg, ...properties } = (response as TObject).properties;
  const write = serializer({ ...response, properties } as TSchema);
  return (answer) => head + write(answer).slice(1);
}

function identify(request: FastifyRequest, body: string, services: Services): Caller {
  const { settings, now } = services.market();
  const query = request.url.indexOf('?');
  try {
    return authenticate(services.directory(), settings, now, {
      headers: request.headers,
      ip: request.ip,
      method: request.method,
      query: query < 0 ? '' : request.url.slice(query + 1),
      body,
    });
  } catch (error) {
    // Guessing costs the address that guesses, until it is told to wait.
    if (!services.directory().isOpen) spend(`ip:${request.ip}`, BAD_CREDENTIALS_WEIGHT, services);
    throw error;
  }
}

/** Takes the weight from the caller's allowance, or throws. */
function spend(scope: string, weight: number, services: Services): void {
  services.limiter.spend(scope, weight, services.market().settings.rate_limit_per_minute, Date.now());
}

/** Takes the weight for a missed query code, which is known to be one only afterwards. */
function penalizeMiss(error: unknown, caller: Caller, services: Services): void {
  if (!caller.isLimited || !(error instanceof Refusal) || error.reply !== MESSAGE.orderNotFound) return;
  const perMinute = services.market().settings.rate_limit_per_minute;
  services.limiter.penalize(caller.scope, MISS_WEIGHT, perMinute, Date.now());
}

/** Sends a success. Directly: on Fastify's own way it would take as long again as the answer took to find. */
function send(request: FastifyRequest, reply: FastifyReply, body: string, services: Services): void {
  reply.hijack();
  const { raw, server } = reply;
  raw.writeHead(200, [
    'content-type',
    JSON_TYPE,
    'content-length',
    String(Buffer.byteLength(body)),
    'api-version',
    API_VERSION,
    'x-request-id',
    request.id,
    'price-source',
    services.market().rates.source,
    ...(server.isClosing ? ['connection', 'close'] : []),
  ]);
  raw.end(body);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const { status, body, headers, isFault } = errorReply(error);
  if (isFault)
    log.error(
      { err: error, requestId: request.id, method: request.method, url: request.url },
      'request failed',
    );
  return reply
    .code(status)
    .headers({
      'content-type': JSON_TYPE,
      'api-version': API_VERSION,
      'x-request-id': request.id,
      ...headers,
    })
    .send(body);
}
