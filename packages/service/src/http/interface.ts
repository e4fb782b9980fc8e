import { remember } from '../remember.ts';
import { type Endpoint, PREFIXES, type StreamEndpoint } from './endpoint.ts';
import { handler, opener } from './handle.ts';
import { ENDPOINTS } from './openapi/index.ts';
import type { ReceivedRequest, Reply, Route } from './route.ts';
import { jsonReply } from './send.ts';
import type { Services } from './services.ts';
import { TESTNET_ENDPOINTS } from './testnet/index.ts';

/** The endpoints of the interface, and control over the test networks where there are any. */
export function interfaceRoutes(services: Services): Route[] {
  const ofInterface = ENDPOINTS.flatMap((endpoint) => {
    const serve = serveOf(endpoint, services);
    return (endpoint.prefixes ?? PREFIXES).map((prefix) => routeOf(endpoint, prefix, serve));
  });
  const ofTestnet = TESTNET_ENDPOINTS.map((endpoint) =>
    routeOf(endpoint, '/testnet', serveOf(endpoint, services)),
  );
  return services.testNetworks.size > 0 ? [...ofInterface, ...ofTestnet] : ofInterface;
}

function routeOf(endpoint: Endpoint | StreamEndpoint, prefix: string, serve: Route['serve']): Route {
  const { method, path, id, isForPages = false } = endpoint;
  return {
    method,
    path: `${prefix}${path}`,
    isLenient: true,
    id,
    isForPages,
    isEndless: 'open' in endpoint,
    takesBody: true,
    serve,
  };
}

/** Prices that an answer may show are of the feed that it names. */
const sourceHeader = remember(({ source }: { source: string }) => ['price-source', source]);

function serveOf(endpoint: Endpoint | StreamEndpoint, services: Services): Route['serve'] {
  if ('open' in endpoint) {
    const open = opener(endpoint, services);
    return async (asked) => {
      const opened = await open(asked);
      return { begin: async (response, headers) => services.streams.add(response, headers, opened) };
    };
  }
  const handle = handler(endpoint, services);
  const reply = (text: string): Reply => jsonReply(text, sourceHeader(services.market().rates));
  return (asked: ReceivedRequest) => {
    const text = handle(asked);
    return typeof text === 'string' ? reply(text) : text.then(reply);
  };
}
