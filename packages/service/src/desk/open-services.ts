import { RateLimiter } from '../access/rate-limit.ts';
import type { LiveEvents } from '../events/live-events.ts';
import type { ConsoleServices } from '../http/console/services.ts';
import { Streams } from '../http/streams.ts';
import { openHealth } from '../observe/health.ts';
import { manageCodes } from '../orders/manage-code.ts';
import { orderFinder } from '../orders/query.ts';
import { orderStore } from '../orders/store-order.ts';
import { quoting } from '../pricing/quoting.ts';
import { isScreening, openScreen } from '../screening/open-screen.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import { AddressPool } from '../wallet/address-pool.ts';
import type { DeskParts } from './parts.ts';

/** What a node has only if it serves. */
export interface ServingParts {
  readonly key: DeskKey;
  readonly liveEvents: LiveEvents;
  /** Where others find it. */
  readonly publicUrl: () => string;
}

/** All that requests are answered with. */
export function openServices(
  parts: DeskParts,
  { key, liveEvents, publicUrl }: ServingParts,
): ConsoleServices {
  const { database, memory, market, chains, networks } = parts;
  const { config } = parts.options;
  const { clock, clockMs, isSettled } = parts.time;
  const promising = quoting(market, { isHeld: () => memory.hold() !== null, isTimeSettled: isSettled });
  return {
    database,
    clock,
    clockMs,
    chains,
    screen: openScreen(config),
    isScreened: isScreening(config),
    withdrawals: config.withdrawals,
    health: openHealth({ database, chains, clock, catalogue: memory.catalogue }),
    network: config.network,
    publicUrl,
    limiter: new RateLimiter(),
    findOrder: orderFinder(database),
    manageCodes: manageCodes(key),
    apiSecrets: secretBox(key, 'API secrets'),
    totpSecrets: secretBox(key, 'authenticator secrets'),
    liveEvents,
    streams: new Streams(),
    quoting: promising,
    placing: {
      database,
      pool: new AddressPool(database, clock, memory.epoch),
      network: config.network,
      store: orderStore(database, clock),
      market: promising,
      promised: ({ from, entries }) =>
        memory.taken.note(
          from.abbr,
          entries.map(({ asset: { abbr, decimals }, price, units }) => ({ abbr, decimals, price, units })),
          clock(),
        ),
      clockMs,
      sealKeys: memory.sealKeys,
    },
    market,
    testNetworks: networks,
    directory: memory.directory,
    sealKeys: memory.sealKeys,
  };
}
