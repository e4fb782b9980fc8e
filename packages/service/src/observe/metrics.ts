import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type ChannelStanding, loadChannels } from '../alerts/alert-store.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import { type Comparison, compareBooks } from '../engine/books/compare-books.ts';
import { type Halt, loadHalts } from '../engine/books/halts.ts';
import { type ShutChain, shutChains } from '../engine/books/open-gate.ts';
import { type Loss, loadLosses } from '../engine/follow/losses.ts';
import { readHold } from '../engine/hold/hold.ts';
import { signingStop } from '../engine/hold/signing-switch.ts';
import { loadHeld } from '../ledger/venue-coins.ts';
import { fromUnits } from '../money/units.ts';
import type { WatchedPrice } from '../pricing/judge-price.ts';
import type { Market } from '../pricing/terms.ts';
import { loadStandings, type VenueStandings } from '../pricing/venue-standings.ts';
import { loadWatched } from '../pricing/watched-prices.ts';
import type { Database } from '../store/database.ts';
import { type LivingNode, livingNodes } from '../store/living-nodes.ts';
import type { ReplicaReading } from '../store/replicas/reading.ts';
import { readReplication, whyLossy } from '../store/replication.ts';
import type { SpanCounts } from '../traces/span-queue.ts';
import { loadHedge } from '../trades/hedge-standing.ts';
import { loadVenueAccounts } from '../trades/venue-accounts.ts';
import { loadWebhookStanding, type WebhookStanding } from '../webhooks/webhook-standing.ts';
import { alertGauges } from './alert-gauges.ts';
import { blocksBehind, type ChainProgress, chainProgress } from './chain-progress.ts';
import { type HedgeFigures, hedgeGauges } from './hedge-gauges.ts';
import { keepFor } from './keep-for.ts';
import { NodeTimes } from './node-times.ts';
import { unminedPayments, waitingPayouts } from './open-work.ts';
import { countOrders } from './order-counts.ts';
import { type OwnFigures, sumOf } from './own-figures.ts';
import { PAYMENT_PATIENCE_S, type PaymentFigures, paymentGauges } from './payment-gauges.ts';
import { priceGauges } from './price-gauges.ts';
import { replicaGauges } from './replica-gauges.ts';
import type { RequestCounts } from './request-counts.ts';
import { spanCounters } from './span-counters.ts';
import { storeGauges } from './store-gauges.ts';
import { readStoreHealth, type StoreHealth } from './store-health.ts';
import { timeHistograms } from './time-histograms.ts';
import { venueGauges } from './venue-gauges.ts';
import { versionGauges } from './version-gauges.ts';
import { webhookGauges } from './webhook-gauges.ts';

/** What the figures are read from. */
export interface Observed {
  readonly database: Database;
  readonly chains: readonly Chain[];
  readonly requests: RequestCounts;
  /** Absent: nobody times it. */
  readonly times?: NodeTimes;
  /** Streams of events that are open on this node. */
  streams(): number;
  catalogue(): Catalogue;
  market(): Market;
  /** Absent: it reads nothing at replicas. */
  readonly reading?: Pick<ReplicaReading, 'answered' | 'replicas'>;
  /** What the workers of this process say of themselves; absent where it answers requests by itself. */
  readonly workers?: () => Promise<OwnFigures[]>;
  /** How many of them were ended because they answered nothing. */
  readonly stuckWorkers?: () => number;
  /** What became of the spans of traces; absent or null: nobody is told of requests and jobs. */
  readonly spans?: SpanCounts | null;
}

/** However often somebody asks, the database is asked this often. */
const FRESH_MS = 5_000;

interface Figures {
  readonly orders: ReadonlyMap<number, number>;
  readonly progress: readonly ChainProgress[];
  readonly books: readonly Comparison[];
  readonly halts: readonly Halt[];
  readonly shut: readonly ShutChain[];
  readonly payments: PaymentFigures;
  readonly channels: readonly ChannelStanding[];
  readonly nodes: readonly LivingNode[];
  readonly losses: readonly Loss[];
  readonly prices: readonly WatchedPrice[];
  readonly venues: VenueStandings | null;
  readonly hedging: HedgeFigures;
  readonly isHeld: boolean;
  readonly isLossy: boolean;
  readonly store: StoreHealth;
  readonly webhooks: WebhookStanding;
}

/** A page of figures. */
export interface MetricsPage {
  readonly contentType: string;
  read(): Promise<string>;
}

/** Figures, and those of them that are this process's own. */
export interface Metrics extends MetricsPage {
  own(): Promise<OwnFigures>;
}

/** The figures of this node and of the store that it shares, in Prometheus' text format. */
export function openMetrics(observed: Observed): Metrics {
  const registry = new Registry();
  const ofProcess = new Registry();
  // First of all: whoever reads the page by eye must see it.
  const stopped = new Gauge({
    name: 'swapdesk_signing_stopped',
    help: '1: somebody has stopped signing; nothing is paid out on any node',
    registers: [registry],
  });
  collectDefaultMetrics({ register: ofProcess });
  const requests = new Counter({
    name: 'swapdesk_requests_total',
    help: 'Requests of the interface that this node answered',
    labelNames: ['endpoint', 'status'],
    registers: [ofProcess],
  });
  const refusals = new Counter({
    name: 'swapdesk_refusals_total',
    help: 'Requests of the interface that this node refused, by what it said',
    labelNames: ['endpoint', 'message'],
    registers: [ofProcess],
  });
  const streams = new Gauge({
    name: 'swapdesk_event_streams',
    help: 'Streams of events that are open on this node',
    registers: [ofProcess],
  });
  const workers = new Gauge({
    name: 'swapdesk_workers',
    help: 'Processes of this node that answer requests',
    registers: [ofProcess],
  });
  const stuck = new Counter({
    name: 'swapdesk_workers_stuck_total',
    help: 'Processes of this node that answered nothing any more, and were ended',
    registers: [ofProcess],
  });
  const showSpans = observed.spans ? spanCounters(ofProcess, observed.spans) : () => {};
  timeHistograms(ofProcess, observed.requests.times, observed.times ?? new NodeTimes());
  const showReplicas = replicaGauges(ofProcess);
  const show = gauges(registry);
  const showPrices = priceGauges(registry);
  const showVenues = venueGauges(registry);
  const showHedging = hedgeGauges(registry);
  const showPayments = paymentGauges(registry);
  const showChannels = alertGauges(registry);
  const showStore = storeGauges(registry);
  const showVersions = versionGauges(registry);
  const showWebhooks = webhookGauges(registry);
  const figures = keepFor(FRESH_MS, () => readFigures(observed));
  const own = () => {
    requests.reset();
    for (const { endpoint, status, requests: many } of observed.requests.all())
      requests.inc({ endpoint, status }, many);
    refusals.reset();
    for (const { endpoint, why: message, requests: many } of observed.requests.refusals())
      refusals.inc({ endpoint, message }, many);
    streams.set(observed.streams());
    if (observed.reading !== undefined) showReplicas(observed.reading);
    showSpans();
    workers.set(observed.workers === undefined ? 1 : 0);
    stuck.reset();
    stuck.inc(observed.stuckWorkers?.() ?? 0);
    return ofProcess.getMetricsAsJSON();
  };
  return {
    contentType: registry.contentType,
    own,
    async read() {
      stopped.set((await signingStop(observed.database)) === null ? 0 : 1);
      const read = await figures();
      show(read, observed.catalogue());
      showPrices(read.prices, observed.market());
      showVenues(read.venues, observed.market().now);
      showHedging(read.hedging, observed.market().now);
      showPayments(read.payments, observed.chains, observed.market().now);
      showChannels(read.channels, observed.market().now);
      showStore(read.store);
      showVersions(read.nodes);
      showWebhooks(read.webhooks);
      const ofSelf = await own();
      const ofNode =
        observed.workers === undefined ? ofProcess : sumOf([ofSelf, ...(await observed.workers())]);
      return `${await registry.metrics()}\n${await ofNode.metrics()}`;
    },
  };
}

async function readFigures({ database, chains, catalogue, market }: Observed): Promise<Figures> {
  const { assets } = catalogue();
  const progress: ChainProgress[] = [];
  const books: Comparison[] = [];
  for (const chain of chains) {
    progress.push(await chainProgress(database, chain));
    // A node that cannot be asked shows in its progress.
    books.push(...(await compareBooks(database, chain, assets).catch(() => [])));
  }
  return {
    orders: await countOrders(database),
    progress,
    books,
    halts: await loadHalts(database),
    shut: await shutChains(database),
    payments: {
      payouts: await waitingPayouts(database),
      unmined: await unminedPayments(database, market().now - PAYMENT_PATIENCE_S),
    },
    channels: await loadChannels(database),
    nodes: await livingNodes(database),
    losses: await loadLosses(database),
    prices: await loadWatched(database),
    venues: await loadStandings(database),
    hedging: {
      hedge: await loadHedge(database),
      accounts: await loadVenueAccounts(database),
      held: await loadHeld(database),
    },
    isHeld: (await readHold(database)) !== null,
    isLossy: whyLossy(await readReplication(database)) !== null,
    store: await readStoreHealth(database),
    webhooks: await loadWebhookStanding(database),
  };
}

/** The gauges, and how figures are put into them. */
function gauges(registry: Registry): (figures: Figures, catalogue: Catalogue) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `swapdesk_${name}`, help, labelNames, registers: [registry] });
  const orders = gauge('orders', 'Orders by status', 'status');
  const height = gauge('followed_height', 'Block up to which a chain has been followed', 'chain');
  const behind = gauge('blocks_behind', 'Blocks of a chain that have not been followed yet', 'chain');
  const believed = gauge('chain_believed', '0: its node cannot be asked, or is not to be believed', 'chain');
  const leased = gauge('lease_until_seconds', 'Until when a node works on a chain, Unix time', 'chain');
  const shut = gauge(
    'signing_shut',
    '1: nothing is signed on a chain before it is followed and the books agree',
    'chain',
  );
  const difference = gauge(
    'reconcile_difference',
    'What the wallet holds beyond what the ledger says, as of the followed block; 0 or something is wrong',
    'chain',
    'coin',
  );
  const held = gauge('held', '1: store and signing record are not of one time, so that nothing is signed');
  const lossy = gauge('replication_lossy', '1: a standby that is promoted may lack what was acknowledged');
  const halted = gauge('halted', '1: nothing is paid out in this asset', 'chain', 'coin');
  const lost = gauge(
    'loss',
    'Lost to reorganisations: deposits that were used and then taken back; seen: whether an operator has acknowledged it',
    'chain',
    'coin',
    'seen',
  );

  return (figures, { assets }) => {
    held.set(figures.isHeld ? 1 : 0);
    lossy.set(figures.isLossy ? 1 : 0);
    for (const [status, many] of figures.orders) orders.set({ status }, many);
    for (const progress of figures.progress) {
      const { id, name: chain } = progress.chain;
      height.set({ chain }, progress.height ?? 0);
      believed.set({ chain }, progress.trouble === null ? 1 : 0);
      behind.set({ chain }, blocksBehind(progress) ?? Number.NaN);
      leased.set({ chain }, progress.lease?.until ?? 0);
      shut.set({ chain }, figures.shut.some(({ chainId }) => chainId === id) ? 1 : 0);
    }
    const stopped = new Set(figures.halts.map(({ assetId }) => assetId));
    for (const { id, chain, abbr } of assets) {
      halted.set({ chain: chain.name, coin: abbr }, stopped.has(id) ? 1 : 0);
    }
    for (const { id, chain, abbr, decimals } of assets) {
      for (const seen of [false, true]) {
        const losses = figures.losses.filter(
          (loss) => loss.assetId === id && loss.acknowledgedAt > 0 === seen,
        );
        const units = losses.reduce((sum, loss) => sum + loss.units, 0n);
        lost.set({ chain: chain.name, coin: abbr, seen: seen ? 'yes' : 'no' }, +fromUnits(units, decimals));
      }
    }
    difference.reset();
    for (const { asset, ledgerUnits, walletUnits } of figures.books) {
      // Prometheus knows doubles only. This is to look at; what decides is compared exactly.
      const beyond = +fromUnits(walletUnits - ledgerUnits, asset.decimals);
      difference.set({ chain: asset.chain.name, coin: asset.abbr }, beyond);
    }
  };
}
