import type { ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { CONSOLE_PREFIX, CONSOLE_TOKEN_HEADER, MESSAGE } from '@swapdesk/contract';
import type { TSchema } from 'typebox';
import type { Proxies } from '../../access/proxies.ts';
import type { RequestOrigin } from '../../operators/sessions.ts';
import { Refusal } from '../../refusal.ts';
import { readBody } from '../body.ts';
import { clientAddress, isSecure } from '../client-address.ts';
import { successWriter } from '../handle.ts';
import type { Incoming } from '../incoming.ts';
import { headersFor, pathAndQuery, refusalOf, type Serve } from '../interface.ts';
import { bodyReader, queryReader } from '../params.ts';
import { type Sending, sendError, sendPrivate } from '../send.ts';
import { actorOf, admit, type Needed } from './admit.ts';
import { cookieOf, tokenOf } from './cookie.ts';
import { sendDownload } from './download.ts';
import type { ConsoleAnswer, ConsoleCall, ConsoleEndpoint } from './endpoint.ts';
import { CONSOLE_ENDPOINTS, DOWNLOADS } from './index.ts';
import { refuseForeign } from './origin.ts';
import { DANGEROUS, LEAST_ROLE, type Least } from './roles.ts';
import type { ConsoleServices } from './services.ts';

/** Answers a request whose body is there, or throws. */
type Handle = (request: Incoming, response: ServerResponse, query: string, body: string) => Promise<void>;
interface Route {
  readonly method: string;
  readonly handle: Handle;
}

/** Serves what is below the console's prefix; false, with nothing done, for everything else. */
export function serveConsole(services: ConsoleServices, sending: Sending, proxies: Proxies): Serve {
  const routes = routesOf(services, sending, proxies);
  return (request, response) => {
    const url = pathAndQuery(request.url ?? '');
    if (!url.startsWith(`${CONSOLE_PREFIX}/`)) return false;
    const mark = url.indexOf('?');
    const path = (mark < 0 ? url : url.slice(0, mark)).slice(CONSOLE_PREFIX.length);
    const route = routes.get(path);
    const fail = (error: unknown) => {
      const more = route === undefined ? [] : headersFor(error, { ...route, open: null });
      if (!response.headersSent) sendError(sending, request, response, error, more);
      else response.destroy();
    };
    const refusal =
      route === undefined ? new Refusal(MESSAGE.routeNotFound) : refusalOf(request, { ...route, open: null });
    if (refusal !== null || route === undefined) {
      fail(refusal);
      return true;
    }
    const query = mark < 0 ? '' : url.slice(mark + 1);
    readBody(request, (body) => void route.handle(request, response, query, body).catch(fail), fail);
    return true;
  };
}

function routesOf(services: ConsoleServices, sending: Sending, proxies: Proxies): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const endpoint of CONSOLE_ENDPOINTS) {
    const letIn = entrance(services, endpoint, proxies);
    const write = successWriter(endpoint);
    const handle: Handle = async (request, response, query, body) => {
      const call = await letIn(request, query, body);
      const answer = await endpoint.handle(services, call);
      sendPrivate(sending, response, write(answer), cookieHeader(request, answer, services, proxies));
    };
    routes.set(endpoint.path, { method: endpoint.method, handle });
  }
  for (const download of DOWNLOADS) {
    const letIn = entrance(services, { ...download, method: 'GET' }, proxies);
    const handle: Handle = async (request, response, query, body) => {
      const call = await letIn(request, query, body);
      await sendDownload(sending, response, download, services, call);
    };
    routes.set(download.path, { method: 'GET', handle });
  }
  return routes;
}

type LetIn = (request: Incoming, query: string, body: string) => Promise<ConsoleCall<unknown>>;

/** What happens to every request: does our own page ask, who is it, may they, what do they want. */
function entrance(
  services: ConsoleServices,
  { method, path, request: schema }: Pick<ConsoleEndpoint, 'method' | 'path' | 'request'>,
  proxies: Proxies,
): LetIn {
  const asked = `${method} ${path}`;
  const least = LEAST_ROLE[asked];
  if (least === undefined) throw new Error(`roles.ts does not say who may ${asked}`);
  const isDangerous = DANGEROUS.has(asked);
  // Our own pages say null where they mean it.
  const read = method === 'GET' ? queryReader(schema, false) : bodyReader(schema, false);
  return async (request, query, body) => {
    const now = services.clock();
    const { headers } = request;
    if (method === 'POST') refuseForeign(headers, services.publicUrl());
    const place = placeOf(request, proxies);
    const isOverTls = isSecure(request, services.publicUrl(), proxies);
    const session = await sessionFor(services, request, isOverTls, place, { asked, least, isDangerous }, now);
    const params = read(parseQuery(query, '&', '=', { maxKeys: 0 }), body);
    return { params, place, now, session, actor: actorOf(session, place) } as ConsoleCall<unknown>;
  };
}

/** Nobody is nobody: the endpoints for visitors do not look at it. */
const VISITOR = { name: '' };

async function sessionFor(
  { database }: ConsoleServices,
  { method, headers }: Incoming,
  isOverTls: boolean,
  place: RequestOrigin,
  { least, ...needed }: Omit<Needed, 'least'> & { least: Least },
  now: number,
) {
  if (least === 'anyone') return VISITOR;
  const pageToken = method === 'POST' ? String(headers[CONSOLE_TOKEN_HEADER] ?? '') : null;
  const token = tokenOf(headers.cookie, isOverTls);
  return admit(database, { token, pageToken, place }, { ...needed, least }, now);
}

function placeOf(request: Incoming, proxies: Proxies): RequestOrigin {
  return { address: clientAddress(request, proxies), agent: request.headers['user-agent'] ?? '' };
}

function cookieHeader(
  request: Incoming,
  { cookie }: ConsoleAnswer<TSchema>,
  services: ConsoleServices,
  proxies: Proxies,
): Record<string, string> {
  if (cookie === undefined) return {};
  return { 'set-cookie': cookieOf(cookie, isSecure(request, services.publicUrl(), proxies)) };
}
