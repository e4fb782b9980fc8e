import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { openMetrics } from '../observe/metrics.ts';
import { addMetrics } from '../observe/metrics-page.ts';
import type { RequestCounts } from '../observe/request-counts.ts';
import type { ConsoleServices } from './console/services.ts';
import { addDocs } from './docs.ts';
import { listen } from './listen.ts';
import { addConsolePages, addPages } from './pages.ts';
import { createServer, type Served } from './server.ts';

export interface ServersOptions {
  readonly services: ConsoleServices;
  readonly config: Config;
  readonly log: Logger;
  readonly requests: RequestCounts;
  readonly metrics: ReturnType<typeof openMetrics>;
}

export interface Servers {
  /** Where the interface is. */
  readonly url: string;
  /** Where the console is, if it has a place of its own. */
  readonly consoleUrl: string | null;
  stop(): Promise<void>;
}

/** Opens what is served: all of it in one place, or the console, with the figures, in a place of its own. */
export async function openServers(options: ServersOptions): Promise<Servers> {
  const { config } = options;
  const servers: FastifyInstance[] = [];
  const stop = async () => void (await Promise.all(servers.map((server) => server.close())));
  try {
    const ofPublic = await build(options, config.console === null ? ['interface', 'console'] : ['interface']);
    servers.push(ofPublic);
    let consoleUrl: string | null = null;
    if (config.console !== null) {
      const ofOperators = await build(options, ['console']);
      servers.push(ofOperators);
      consoleUrl = await listen(ofOperators, config.console, 'SWAPDESK_CONSOLE_LISTEN');
    }
    return { url: await listen(ofPublic, config), consoleUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  { services, config, log, requests, metrics }: ServersOptions,
  serves: readonly Served[],
): Promise<FastifyInstance> {
  const { proxies } = config;
  const server = createServer({ services, log, proxies, requests, serves });
  if (serves.includes('interface')) {
    addDocs(server);
    await addPages(server);
  }
  if (serves.includes('console')) {
    await addConsolePages(server);
    addMetrics(server, metrics, {
      isPublic: config.publicMetrics,
      token: config.metricsToken,
      isReachable: isReachable(config),
    });
  }
  return server;
}

/**
 * Whether others than this machine are served, by a proxy that may not say so of each request. The public address is not that of
 * a console with a place of its own.
 */
function isReachable({ proxies, publicUrl, console: own }: Config): boolean {
  return !proxies.isNone || (own === null && publicUrl !== null);
}
