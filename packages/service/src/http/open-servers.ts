import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { MetricsPage } from '../observe/metrics.ts';
import { metricsReader } from '../observe/metrics-page.ts';
import type { RequestCounts } from '../observe/request-counts.ts';
import type { RequestTraces } from '../traces/request-traces.ts';
import { consoleRoutes } from './console/routes.ts';
import type { ConsoleServices } from './console/services.ts';
import { docRoutes } from './docs.ts';
import { healthRoutes, type Readiness } from './health.ts';
import { interfaceRoutes } from './interface.ts';
import { languageRoutes } from './language-routes.ts';
import { listen } from './listen.ts';
import {
  consolePageRoutes,
  fileRoutes,
  loadFiles,
  nowherePage,
  type PageFiles,
  pageRoutes,
  widgetRoutes,
} from './pages.ts';
import { offerOf } from './reference/offer.ts';
import type { Route } from './route.ts';
import { createServer, type HttpServer } from './server.ts';
import { factRoutes, sitePages, siteRoutes } from './site-routes.ts';

export interface ServersOptions {
  readonly services: ConsoleServices;
  readonly config: Config;
  /** Who is served here: whoever asks, operators, or both. */
  readonly audience: 'everybody' | 'operators' | 'all';
  readonly log: Logger;
  readonly requests: RequestCounts;
  readonly metrics: MetricsPage;
  readonly readiness: Readiness;
  /** Null: nobody is told of requests. */
  readonly traces: RequestTraces | null;
}

export interface Servers {
  /** Where the interface is. */
  readonly url: string;
  /** Where the console is, if it has a place of its own. */
  readonly consoleUrl: string | null;
  /** Says that it is not ready any more, and answers on. */
  drain(): void;
  stop(): Promise<void>;
}

/** Opens what is served: all of it in one place, or the console, with the figures, in a place of its own. */
export async function openServers(options: ServersOptions): Promise<Servers> {
  const { config, readiness } = options;
  const files = await loadFiles();
  const page = sitePages(files, options.services, config.languages);
  const everywhere = [
    ...fileRoutes(files),
    ...siteRoutes(options.services),
    ...languageRoutes(config.languages),
    ...healthRoutes(readiness),
  ];
  const pages = [...pageRoutes(page), ...widgetRoutes(page, config.widgetOrigins)];
  const forEverybody = [...everywhere, ...routesForEverybody(options, files), ...pages];
  const forOperators = routesForOperators(options, files);
  const servers: HttpServer[] = [];
  const nowhere = nowherePage(page);
  const open = (routes: readonly Route[]) => {
    const server = createServer({ ...options, proxies: config.proxies, routes, nowhere });
    servers.push(server);
    return server;
  };
  const drain = () => {
    readiness.drain();
    for (const server of servers) server.drain();
  };
  const stop = async () => void (await Promise.all(servers.map((server) => server.close())));
  try {
    const alone = { everybody: forEverybody, operators: [...everywhere, ...forOperators, TO_CONSOLE] };
    if (options.audience !== 'all' || config.console === null) {
      const routes =
        options.audience === 'all' ? [...forEverybody, ...forOperators] : alone[options.audience];
      return { url: await listen(open(routes), config), consoleUrl: null, drain, stop };
    }
    const ofPublic = open(forEverybody);
    const ofOperators = open(alone.operators);
    const consoleUrl = await listen(ofOperators, config.console, 'SWAPDESK_CONSOLE_LISTEN');
    return { url: await listen(ofPublic, config), consoleUrl, drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function routesForEverybody({ services, config }: ServersOptions, files: PageFiles): Route[] {
  const { proxies } = config;
  const reference = docRoutes({
    files,
    proxies,
    publicUrl: () => services.publicUrl(),
    site: () => services.site(),
    offer: () => offerOf(services.market(), services.testNetworks.size > 0),
  });
  return [...interfaceRoutes(services), ...factRoutes(services), ...reference];
}

function routesForOperators({ services, config, metrics }: ServersOptions, files: PageFiles): Route[] {
  return [
    ...consoleRoutes(services, config.proxies),
    ...consolePageRoutes(files, services.testNetworks.size > 0),
    metricsRoute(metrics, config),
  ];
}

/** Where there is nothing but the console, it is what whoever looks for the way home finds. */
const TO_CONSOLE: Route = {
  method: 'GET',
  path: '/',
  serve: () => ({ status: 302, headers: ['location', '/console'], body: '' }),
};

function metricsRoute(metrics: ServersOptions['metrics'], config: Config): Route {
  const { publicMetrics: isPublic, metricsToken: token } = config;
  const read = metricsReader(metrics, { isPublic, token, isReachable: isReachable(config) });
  const headers = ['content-type', metrics.contentType];
  const serve: Route['serve'] = async ({ request }) => ({ status: 200, headers, body: await read(request) });
  return { method: 'GET', path: '/metrics', serve };
}

/**
 * Whether others than this machine are served, by a proxy that may not say so of each request. The public address is not that of
 * a console with a place of its own.
 */
function isReachable({ proxies, publicUrl, console: own }: Config): boolean {
  return !proxies.isNone || (own === null && publicUrl !== null);
}
