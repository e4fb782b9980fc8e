import type { ServerResponse } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import type { RequestCounts } from '../observe/request-counts.ts';
import { Refusal } from '../refusal.ts';
import { readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import type { Endpoint, StreamEndpoint } from './endpoint.ts';
import { ParameterError } from './errors.ts';
import { type Handle, handler, type Open, type Opened, opener } from './handle.ts';
import type { Incoming } from './incoming.ts';
import { ENDPOINTS, PREFIXES } from './openapi/index.ts';
import { type Sending, sendError, sendSuccess } from './send.ts';
import type { Services } from './services.ts';
import { TESTNET_ENDPOINTS } from './testnet/index.ts';
import { Turn } from './turn.ts';

interface Route {
  readonly method: string;
  /** Under which its requests are counted. */
  readonly id: string;
  /** What it does, one of the two. */
  readonly handle: Handle | null;
  readonly open: Open | null;
}

/** Serves a request to an endpoint of the interface; false, with nothing done, if it is for something else. */
export type ServeInterface = (request: Incoming, response: ServerResponse) => boolean;

/**
 * The endpoints of the interface, straight on Node's server. Their paths are fixed, their bodies are read and checked
 * by us to the digit, and their answers written by us, so a framework would only stand in between: with Fastify's
 * routing, hooks and replies a quote took a third longer (bench/RESULTS.md).
 */
export function serveInterface(
  services: Services,
  sending: Sending,
  requests: RequestCounts,
  trustProxy: boolean,
): ServeInterface {
  const routes = routesOf(services);
  const turn = new Turn();

  return (request, response) => {
    const url = pathAndQuery(request.url ?? '');
    const mark = url.indexOf('?');
    const route = routes.get(mark < 0 ? url : url.slice(0, mark));
    if (route === undefined) return false;

    const succeed = (text: string) => {
      sendSuccess(sending, response, text);
      requests.count(route.id, 200);
    };
    const stream = ({ caller, begin }: Opened) => {
      services.streams.add(response, sending.nextId(), caller, begin);
      requests.count(route.id, 200);
    };
    const fail = (error: unknown) => {
      const status = sendError(sending, request, response, error, headersFor(error, route));
      requests.count(route.id, status);
    };
    const arrived = (body: string) => {
      const query = mark < 0 ? '' : url.slice(mark + 1);
      const ip = clientAddress(request, trustProxy);
      const presented = { headers: request.headers, ip, method: route.method, query, body };
      const { handle, open } = route;
      if (handle !== null) turn.add({ work: () => handle(presented), succeed, fail });
      else open?.(presented).then(stream, fail);
    };
    const refusal = refusalOf(request, route);
    if (refusal === null) readBody(request, arrived, fail);
    else fail(refusal);
    return true;
  };
}

function routesOf(services: Services): Map<string, Route> {
  const routes = new Map<string, Route>();
  const add = (endpoint: Endpoint | StreamEndpoint, prefixes: readonly string[]) => {
    const { method, id } = endpoint;
    const route =
      'open' in endpoint
        ? { method, id, handle: null, open: opener(endpoint, services) }
        : { method, id, handle: handler(endpoint, services), open: null };
    for (const prefix of prefixes) routes.set(prefix + endpoint.path, route);
  };
  for (const endpoint of ENDPOINTS) add(endpoint, PREFIXES);
  // Where there are no test networks there is no control over them either.
  if (services.testNetworks.size > 0) for (const endpoint of TESTNET_ENDPOINTS) add(endpoint, ['/testnet']);
  return routes;
}

/** What is wrong with a request whatever it says. */
export function refusalOf(request: Incoming, route: Pick<Route, 'method'>): Refusal | null {
  if (request.method !== route.method) return new Refusal(MESSAGE.methodNotAllowed);
  // Node would answer this one without a body.
  const lacksHost = request.headers.host === undefined && request.httpVersion === '1.1';
  return lacksHost ? new ParameterError('the Host header is missing') : null;
}

/** A proxy may name the host before the path. */
export function pathAndQuery(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}

export function headersFor(error: unknown, { method }: Pick<Route, 'method'>): Record<string, string> {
  if (!(error instanceof Refusal)) return {};
  if (error.reply === MESSAGE.methodNotAllowed) return { allow: method };
  // What is left of a body that is too large is not read: nothing else can come over this connection.
  return error.reply === MESSAGE.bodyTooLarge ? { connection: 'close' } : {};
}
