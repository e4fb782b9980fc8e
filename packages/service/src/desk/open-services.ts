import { LastUses } from '../access/last-uses.ts';
import { RateLimiter } from '../access/rate-limit.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { LiveAccounts } from '../events/live-accounts.ts';
import type { LiveEvents } from '../events/live-events.ts';
import type { ConsoleServices } from '../http/console/services.ts';
import { Streams } from '../http/streams.ts';
import { openHealth } from '../observe/health.ts';
import { keepFor } from '../observe/keep-for.ts';
import { measureDurations } from '../orders/durations.ts';
import { manageCodes } from '../orders/manage-code.ts';
import type { Order } from '../orders/order.ts';
import { orderFinder } from '../orders/query.ts';
import { orderStore } from '../orders/store-order.ts';
import { quoting } from '../pricing/quoting.ts';
import type { takenOf } from '../pricing/taken-tally.ts';
import { isScreening, openScreen } from '../screening/open-screen.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import type { ReplicaReading } from '../store/replicas/reading.ts';
import { AddressPool } from '../wallet/address-pool.ts';
import type { WebhookParts } from '../webhooks/webhook-parts.ts';
import type { DeskParts } from './parts.ts';

/** What one of several processes takes first: a new store has no more than a few for all of them. */
const FEW_ADDRESSES = 10;
/** How long exchanges take changes slowly, and reading it looks at thousands of orders. */
const MEASURED_AGAIN_MS = 600_000;

/** What a node has only if it serves. */
export interface ServingParts {
  readonly key: DeskKey;
  readonly liveEvents: LiveEvents;
  readonly liveAccounts: LiveAccounts;
  /** Where others find it. */
  readonly publicUrl: () => string;
  /** Processes of this node that serve. */
  readonly workers: number;
  readonly reading: ReplicaReading;
  readonly webhooks: WebhookParts;
}

/** All that requests are answered with. */
export function openServices(
  parts: DeskParts,
  { key, liveEvents, liveAccounts, publicUrl, workers, reading, webhooks }: ServingParts,
): ConsoleServices {
  const { database, memory, market, chains, networks, traces } = parts;
  const { config } = parts.options;
  const { clock, clockMs, isSettled } = parts.time;
  const { reader } = reading;
  const noteOrder = ({ id, no }: Order) =>
    traces?.tracing.note({ 'swapdesk.order': no, 'swapdesk.order_id': id });
  const watching =
    traces === null ? null : { shared: traces.tracing.shared('find orders'), found: noteOrder };
  const findOrder = orderFinder(database, watching);
  const promising = quoting(market, { isHeld: () => memory.hold() !== null, isTimeSettled: isSettled });
  return {
    database,
    reader,
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
    lastUses: new LastUses(),
    findOrder,
    showOrder: reader === database ? findOrder : orderFinder(reader, watching),
    manageCodes: manageCodes(key),
    measuredDurations: keepFor(MEASURED_AGAIN_MS, () => measureDurations(reader, clock())),
    apiSecrets: secretBox(key, 'API secrets'),
    totpSecrets: secretBox(key, 'authenticator secrets'),
    liveEvents,
    liveAccounts,
    streams: new Streams(),
    webhooks,
    quoting: promising,
    placing: {
      database,
      pool: new AddressPool(database, clock, memory.epoch, workers === 1 ? undefined : FEW_ADDRESSES),
      network: config.network,
      store: orderStore(database, clock, traces?.tracing.shared('store orders')),
      market: promising,
      promised: (order) => memory.taken.promise(...sidesOf(order, memory.catalogue()), order.createdAt),
      ...(traces !== null && { traced: { place: traces.tracing.place, placed: noteOrder } }),
      clockMs,
      sealKeys: memory.sealKeys,
    },
    takenBack: (order) =>
      memory.taken.takeBack(...sidesOf(order, memory.catalogue()), order.createdAt, clock()),
    market,
    testNetworks: networks,
    directory: memory.directory,
    site: memory.site,
    siteInFile: config.site,
    isOutgrown: () => memory.outgrown.why !== null,
    sealKeys: memory.sealKeys,
  };
}

/** What a fixed order takes of markets, for whoever counts that. */
function sidesOf({ assetId, entries }: Order, catalogue: Catalogue): Parameters<typeof takenOf> {
  const sides = entries.map(({ assetId: id, price, units }) => {
    const { abbr, decimals } = catalogue.get(id);
    return { abbr, decimals, price, units };
  });
  return [catalogue.get(assetId).abbr, sides];
}
