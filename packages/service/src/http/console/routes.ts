import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { CONSOLE_PREFIX, CONSOLE_TOKEN_HEADER } from '@swapdesk/contract';
import type { TSchema } from 'typebox';
import type { Proxies } from '../../access/proxies.ts';
import type { RequestOrigin } from '../../operators/sessions.ts';
import { clientAddress, isSecure } from '../client-address.ts';
import { successWriter } from '../handle.ts';
import { bodyReader, queryReader } from '../params.ts';
import type { ReceivedRequest, Route } from '../route.ts';
import { jsonReply } from '../send.ts';
import { actorOf, admit, type Needed } from './admit.ts';
import { cookieOf, tokenOf } from './cookie.ts';
import { openDownload } from './download.ts';
import type { ConsoleAnswer, ConsoleCall, ConsoleEndpoint } from './endpoint.ts';
import { CONSOLE_ENDPOINTS, DOWNLOADS } from './index.ts';
import { refuseForeign } from './origin.ts';
import { DANGEROUS, LEAST_ROLE, type Least } from './roles.ts';
import type { ConsoleServices } from './services.ts';

/** What the console's pages ask for, and the files that it gives. */
export function consoleRoutes(services: ConsoleServices, proxies: Proxies): Route[] {
  const endpoints = CONSOLE_ENDPOINTS.map((endpoint): Route => {
    const letIn = entrance(services, endpoint, proxies);
    const write = successWriter(endpoint);
    const serve = async (asked: ReceivedRequest) => {
      const call = await letIn(asked);
      const answer = await endpoint.handle(services, call);
      return jsonReply(write(answer), cookieHeader(asked.request, answer, services, proxies));
    };
    return { method: endpoint.method, path: CONSOLE_PREFIX + endpoint.path, takesBody: true, serve };
  });
  const downloads = DOWNLOADS.map((download): Route => {
    const letIn = entrance(services, { ...download, method: 'GET' }, proxies);
    const serve = async (asked: ReceivedRequest) => openDownload(download, services, await letIn(asked));
    return { method: 'GET', path: CONSOLE_PREFIX + download.path, takesBody: true, serve };
  });
  return [...endpoints, ...downloads];
}

type LetIn = (asked: ReceivedRequest) => Promise<ConsoleCall<unknown>>;

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
  return async ({ request, query, body }) => {
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
  { method, headers }: IncomingMessage,
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

function placeOf(request: IncomingMessage, proxies: Proxies): RequestOrigin {
  return { address: clientAddress(request, proxies), agent: request.headers['user-agent'] ?? '' };
}

function cookieHeader(
  request: IncomingMessage,
  { cookie }: ConsoleAnswer<TSchema>,
  services: ConsoleServices,
  proxies: Proxies,
): readonly string[] {
  if (cookie === undefined) return [];
  return ['set-cookie', cookieOf(cookie, isSecure(request, services.publicUrl(), proxies))];
}
