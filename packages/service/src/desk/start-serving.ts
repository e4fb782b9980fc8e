import { SharedLimits } from '../access/shared-limits.ts';
import { LiveAccounts } from '../events/live-accounts.ts';
import { LiveEvents } from '../events/live-events.ts';
import { failed } from '../failed.ts';
import { Readiness } from '../http/health.ts';
import { openServers } from '../http/open-servers.ts';
import { type Metrics, type MetricsPage, openMetrics } from '../observe/metrics.ts';
import { RequestCounts } from '../observe/request-counts.ts';
import { repeat } from '../repeat.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { openReading } from '../store/replicas/reading.ts';
import { openServices } from './open-services.ts';
import type { DeskParts } from './parts.ts';
import { relayLimits } from './relay-limits.ts';
import type { Shutdown } from './shutdown.ts';
import { tellReplica } from './tell-replica.ts';
import { openWebhooks } from './webhooks.ts';

/** How often it is written down when keys were used last. */
const LAST_USES_MS = 60_000;

/** Where a node serves. */
export interface Serving {
  readonly url: string;
  readonly consoleUrl: string | null;
  /** Says that it is not ready any more, and answers on. */
  drain(): void;
}

/** What one process that serves shares with others that do. */
export interface ServingProcess extends Serving {
  readonly limits: SharedLimits;
  readonly metrics: Metrics;
}

/** Starts to answer requests in this process, which is all of the node. */
export async function serveHere(parts: DeskParts, key: DeskKey, shutdown: Shutdown): Promise<Serving> {
  const serving = await startServers(parts, key, shutdown);
  const { limits } = serving;
  const relay = await relayLimits(parts, key, (notices) => {
    for (const notice of notices) limits.hear(notice, Date.now());
  });
  shutdown.add(relay.stop);
  const stopTelling = limits.tellBy(relay.tell);
  shutdown.add(async () => stopTelling());
  return serving;
}

/** Opens servers and all that they answer with. The page of figures is that of this process unless another is given. */
export async function startServers(
  parts: DeskParts,
  key: DeskKey,
  shutdown: Shutdown,
  seat: { readonly workers: number; readonly page: Pick<MetricsPage, 'read'> } | null = null,
): Promise<ServingProcess> {
  const { database, time, memory, market, chains, times, traces } = parts;
  const { config, log, role } = parts.options;
  const liveEvents = new LiveEvents(database, failed(log, 'read events'));
  shutdown.add(() => liveEvents.stop());
  const liveAccounts = new LiveAccounts(database, failed(log, 'read events of accounts'));
  shutdown.add(() => liveAccounts.stop());

  let url = '';
  const publicUrl = () => config.publicUrl ?? url;
  const workers = seat?.workers ?? 1;
  const reading = openReading(database, { urls: config.replicaUrls, workers, told: tellReplica(log) });
  shutdown.add(reading.stop);
  const webhooks = openWebhooks(parts, key, shutdown);
  const serving = { key, liveEvents, liveAccounts, publicUrl, workers, reading, webhooks };
  const services = openServices(parts, serving);
  const { limiter, streams, lastUses } = services;
  const notTold = failed(log, 'write down when keys were used');
  const telling = repeat(() => lastUses.tell(database), LAST_USES_MS, notTold);
  shutdown.add(() => telling.stop().then(() => lastUses.tell(database).catch(notTold)));
  const limits = new SharedLimits({
    limiter,
    streams: streams.counts,
    perMinute: () => memory.settings().rate_limit_per_minute,
  });
  const requests = new RequestCounts();
  const metrics = openMetrics({
    database,
    chains,
    requests,
    times,
    catalogue: memory.catalogue,
    market,
    streams: () => streams.count,
    reading,
    spans: traces?.counts ?? null,
  });
  const page = { contentType: metrics.contentType, read: seat?.page.read ?? metrics.read };
  const readiness = new Readiness({ answeredMs: time.answeredMs, inStepMs: memory.inStepMs });
  const audience = role === 'console' ? 'operators' : config.servesConsole ? 'all' : 'everybody';
  const servers = await openServers({
    services,
    config,
    audience,
    log,
    requests,
    readiness,
    metrics: page,
    traces: traces?.requests ?? null,
  });
  shutdown.add(servers.stop);
  url = servers.url;
  return { url, consoleUrl: servers.consoleUrl, drain: servers.drain, limits, metrics };
}
