import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
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
import { readReplication, whyLossy } from '../store/replication.ts';
import { loadHedge } from '../trades/hedge-standing.ts';
import { loadVenueAccounts } from '../trades/venue-accounts.ts';
import { blocksBehind, type ChainProgress, chainProgress } from './chain-progress.ts';
import { type HedgeFigures, hedgeGauges } from './hedge-gauges.ts';
import { keepFor } from './keep-for.ts';
import { type WaitingPayouts, waitingPayouts } from './open-work.ts';
import { countOrders } from './order-counts.ts';
import { priceGauges } from './price-gauges.ts';
import type { RequestCounts } from './request-counts.ts';
import { venueGauges } from './venue-gauges.ts';

/** What the figures are read from. */
export interface Observed {
  readonly database: Database;
  readonly chains: readonly Chain[];
  readonly requests: RequestCounts;
  /** Streams of events that are open on this node. */
  streams(): number;
  catalogue(): Catalogue;
  market(): Market;
}

/** However often somebody asks, the database is asked this often. */
const FRESH_MS = 5_000;

interface Figures {
  readonly orders: ReadonlyMap<number, number>;
  readonly progress: readonly ChainProgress[];
  readonly books: readonly Comparison[];
  readonly halts: readonly Halt[];
  readonly shut: readonly ShutChain[];
  readonly payouts: readonly WaitingPayouts[];
  readonly losses: readonly Loss[];
  readonly prices: readonly WatchedPrice[];
  readonly venues: VenueStandings | null;
  readonly hedging: HedgeFigures;
  readonly isHeld: boolean;
  readonly isLossy: boolean;
}

/** The figures of this node and of the store that it shares, in Prometheus' text format. */
export function openMetrics(observed: Observed): { contentType: string; read(): Promise<string> } {
  const registry = new Registry();
  // First of all: whoever reads the page by eye must see it.
  const stopped = new Gauge({
    name: 'swapdesk_signing_stopped',
    help: '1: somebody has stopped signing; nothing is paid out on any node',
    registers: [registry],
  });
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'swapdesk_requests_total',
    help: 'Requests of the interface that this node answered',
    labelNames: ['endpoint', 'status'],
    registers: [registry],
  });
  const streams = new Gauge({
    name: 'swapdesk_event_streams',
    help: 'Streams of events that are open on this node',
    registers: [registry],
  });
  const show = gauges(registry);
  const showPrices = priceGauges(registry);
  const showVenues = venueGauges(registry);
  const showHedging = hedgeGauges(registry);
  const figures = keepFor(FRESH_MS, () => readFigures(observed));
  return {
    contentType: registry.contentType,
    async read() {
      requests.reset();
      for (const { endpoint, status, requests: many } of observed.requests.all())
        requests.inc({ endpoint, status }, many);
      streams.set(observed.streams());
      stopped.set((await signingStop(observed.database)) === null ? 0 : 1);
      const read = await figures();
      show(read, observed.catalogue());
      showPrices(read.prices, observed.market());
      showVenues(read.venues, observed.market().now);
      showHedging(read.hedging, observed.market().now);
      return registry.metrics();
    },
  };
}

async function readFigures({ database, chains, catalogue }: Observed): Promise<Figures> {
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
    payouts: await waitingPayouts(database),
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
  const payouts = gauge('payouts_waiting', 'Payouts that are to be signed', 'chain');
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
    const waiting = new Map(figures.payouts.map((each) => [each.chain_id, each.payouts]));
    for (const progress of figures.progress) {
      const { id, name: chain } = progress.chain;
      height.set({ chain }, progress.height ?? 0);
      believed.set({ chain }, progress.trouble === null ? 1 : 0);
      behind.set({ chain }, blocksBehind(progress) ?? Number.NaN);
      leased.set({ chain }, progress.lease?.until ?? 0);
      payouts.set({ chain }, waiting.get(id) ?? 0);
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
