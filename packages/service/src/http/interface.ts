import type { ServerResponse } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import { addressScope } from '../access/address-scope.ts';
import type { Proxies } from '../access/proxies.ts';
import type { RequestCounts } from '../observe/request-counts.ts';
import { Refusal } from '../refusal.ts';
import { readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { pageHeaders, preflightHeaders } from './cors.ts';
import { type Endpoint, PREFIXES, type StreamEndpoint } from './endpoint.ts';
import { type Handle, handler, type Open, type Opened, opener } from './handle.ts';
import type { Incoming } from './incoming.ts';
import { ENDPOINTS } from './openapi/index.ts';
import { type Sending, sendEmpty, sendError, sendSuccess } from './send.ts';
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
  readonly isForPages: boolean;
}

/** Serves a request if it is for something that is served here; false, with nothing done, if it is not. */
export type Serve = (request: Incoming, response: ServerResponse) => boolean;

export interface Interface {
  readonly serve: Serve;
  /** Is it for an endpoint that pages of other sites may call? */
  isForPages(request: Incoming): boolean;
}

/**
 * The endpoints of the interface, straight on Node's server. Their paths are fixed, their bodies are read and checked
 * by us to the digit, and their answers written by us, so a framework would only stand in between: with Fastify's
 * routing, hooks and replies a quote took a third longer (bench/RESULTS.md).
 */
export function serveInterface(
  services: Services,
  sending: Sending,
  requests: RequestCounts,
  proxies: Proxies,
): Interface {
  const find = routeFinder(services);
  const turn = new Turn();

  const serve: Serve = (request, response) => {
    const { route, path, query } = find(request);
    if (route === undefined) return false;

    const forPages = pageHeaders(request, route.isForPages);
    const succeed = (text: string) => {
      sendSuccess(sending, response, text, forPages);
      requests.count(route.id, 200);
    };
    const stream = ({ caller, begin }: Opened) => {
      const more = [...forPages, ...Object.entries(sending.headers).flat()];
      services.streams.add(response, sending.nextId(), more, caller, begin);
      requests.count(route.id, 200);
    };
    const fail = (error: unknown) => {
      const more = [...forPages, ...headersFor(error, route)];
      const status = sendError(sending, request, response, error, more);
      requests.count(route.id, status);
    };
    const arrived = (body: string) => {
      const ip = addressScope(clientAddress(request, proxies));
      const presented = { headers: request.headers, ip, path, method: request.method ?? '', query, body };
      const { handle, open } = route;
      if (handle !== null) turn.add({ work: () => handle(presented), succeed, fail });
      else open?.(presented).then(stream, fail);
    };
    if (route.isForPages && request.method === 'OPTIONS') {
      sendEmpty(sending, response, preflightHeaders(route.method));
      return true;
    }
    const refusal = refusalOf(request, route);
    if (refusal === null) readBody(request, arrived, fail);
    else fail(refusal);
    return true;
  };
  return { serve, isForPages: (request) => find(request).route?.isForPages ?? false };
}

interface Found {
  readonly route: Route | undefined;
  /** As sent. */
  readonly path: string;
  readonly query: string;
}

/** Finds what a request is for, whatever the case of its path, and with or without a slash at its end. */
function routeFinder(services: Services): (request: Incoming) => Found {
  const routes = routesOf(services);
  return (request) => {
    const url = pathAndQuery(request.url ?? '');
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const route = routes.get(path) ?? routes.get(path.toLowerCase().replace(/(?<=.)\/$/, ''));
    return { route, path, query: mark < 0 ? '' : url.slice(mark + 1) };
  };
}

function routesOf(services: Services): Map<string, Route> {
  const routes = new Map<string, Route>();
  const add = (endpoint: Endpoint | StreamEndpoint, prefixes: readonly string[]) => {
    const { method, id, isForPages = false } = endpoint;
    const route =
      'open' in endpoint
        ? { method, id, isForPages, handle: null, open: opener(endpoint, services) }
        : { method, id, isForPages, handle: handler(endpoint, services), open: null };
    for (const prefix of prefixes) routes.set(prefix + endpoint.path, route);
  };
  for (const endpoint of ENDPOINTS) add(endpoint, endpoint.prefixes ?? PREFIXES);
  // Where there are no test networks there is no control over them either.
  if (services.testNetworks.size > 0) for (const endpoint of TESTNET_ENDPOINTS) add(endpoint, ['/testnet']);
  return routes;
}

/** What is wrong with a request whatever it says. HEAD is GET without the body, which Node leaves out by itself. */
export function refusalOf({ method }: Incoming, route: Pick<Route, 'method' | 'open'>): Refusal | null {
  const isHead = method === 'HEAD' && route.method === 'GET' && route.open === null;
  return isHead || method === route.method ? null : new Refusal(MESSAGE.methodNotAllowed);
}

/** A proxy may name the host before the path. */
export function pathAndQuery(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}

export function headersFor(error: unknown, { method, open }: Pick<Route, 'method' | 'open'>): string[] {
  if (!(error instanceof Refusal)) return [];
  if (error.reply === MESSAGE.methodNotAllowed)
    return ['allow', method === 'GET' && open === null ? 'GET, HEAD' : method];
  // What is left of a body that is too large is not read: nothing else can come over this connection.
  return error.reply === MESSAGE.bodyTooLarge ? ['connection', 'close'] : [];
}
