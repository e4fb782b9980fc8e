import { LiveEvents } from '../events/live-events.ts';
import { failed } from '../failed.ts';
import { openServers } from '../http/open-servers.ts';
import { openMetrics } from '../observe/metrics.ts';
import { RequestCounts } from '../observe/request-counts.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { openServices } from './open-services.ts';
import type { DeskParts } from './parts.ts';
import type { Shutdown } from './shutdown.ts';
import { watchKey } from './watch-key.ts';

/** Where a node serves, and why it may have to end. */
export interface Serving {
  readonly url: string;
  readonly consoleUrl: string | null;
  /** Resolves with the reason when the key was replaced. */
  readonly keyReplaced: Promise<string>;
}

/** Starts to answer requests, with a key that is watched as long as it does. */
export async function startServing(parts: DeskParts, key: DeskKey, shutdown: Shutdown): Promise<Serving> {
  const { database, memory, market, chains, times } = parts;
  const { config, log } = parts.options;
  const { replaced, watching } = watchKey(database, key, failed(log, 'look after the key of the service'));
  shutdown.add(watching.stop);
  const liveEvents = new LiveEvents(database, failed(log, 'read events'));
  shutdown.add(() => liveEvents.stop());

  let url = '';
  const publicUrl = () => config.publicUrl ?? url;
  const services = openServices(parts, { key, liveEvents, publicUrl });
  const requests = new RequestCounts();
  const metrics = openMetrics({
    database,
    chains,
    requests,
    times,
    catalogue: memory.catalogue,
    market,
    streams: () => services.streams.count,
  });
  const servers = await openServers({ services, config, log, requests, metrics });
  shutdown.add(servers.stop);
  url = servers.url;
  return { url, consoleUrl: servers.consoleUrl, keyReplaced: replaced };
}
