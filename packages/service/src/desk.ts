import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { RateLimiter } from './access/rate-limit.ts';
import type { Catalogue } from './catalog/catalogue.ts';
import { fillCatalogue } from './catalog/fill-catalogue.ts';
import { loadSettings } from './catalog/settings.ts';
import type { Chain } from './chains/chain.ts';
import { localSigner } from './chains/local-signer.ts';
import type { Signer } from './chains/signer.ts';
import type { TestNetworks } from './chains/sim/test-networks.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { checkStorePurpose } from './configuration/store-purpose.ts';
import { walletChoicesOf } from './configuration/wallet-choices.ts';
import type { Engine } from './engine/context.ts';
import { beginFollowing, treasuryBooked } from './engine/follow/begin.ts';
import { WatchedAddresses } from './engine/follow/watched-addresses.ts';
import type { Hold } from './engine/hold/hold.ts';
import { KEEP_MS, openKept } from './engine/hold/keep-record.ts';
import { untilReleased } from './engine/hold/released-addresses.ts';
import { jobsOf } from './engine/job.ts';
import { miningOf } from './engine/mine.ts';
import { runJobs } from './engine/run.ts';
import { tellSigning } from './engine/tell-signing.ts';
import { tellTime } from './engine/tell-time.ts';
import { LiveEvents } from './events/live-events.ts';
import { failed, warnOf } from './failed.ts';
import type { ConsoleServices } from './http/console/services.ts';
import { refusePlace } from './http/listen.ts';
import { openServers } from './http/open-servers.ts';
import { Streams } from './http/streams.ts';
import { foldLedger } from './ledger/balances.ts';
import { type Memory, openMemory } from './memory.ts';
import { adaptation, NOBODY_SIGNS, openAllChains } from './networks/all-chains.ts';
import type { ChainSurroundings } from './networks/open-chains.ts';
import { openHealth } from './observe/health.ts';
import { openMetrics } from './observe/metrics.ts';
import { RequestCounts } from './observe/request-counts.ts';
import { manageCodes } from './orders/manage-code.ts';
import { orderFinder } from './orders/query.ts';
import { orderStore } from './orders/store-order.ts';
import { checkStaticFeed, staticFeed } from './pricing/feeds/static-feed.ts';
import { testFeed } from './pricing/feeds/test-feed.ts';
import { publishPrices } from './pricing/prices.ts';
import { quoting } from './pricing/quoting.ts';
import { sampleQuote } from './pricing/sample-quote.ts';
import { rotateSealKeys } from './pricing/seal-keys.ts';
import type { Market } from './pricing/terms.ts';
import { openRecords, type Records } from './record/open-record.ts';
import type { SigningRecord } from './record/signing-record.ts';
import { type Repeating, repeat } from './repeat.ts';
import { foldDeltas } from './rolls/fold.ts';
import { isScreening, openScreen } from './screening/open-screen.ts';
import { type DeskKey, isKeyOf, openDeskKey } from './secrets/desk-key.ts';
import { secretBox } from './secrets/sealed-secret.ts';
import { publishLimits } from './signer/publish-limits.ts';
import { RemoteSigner } from './signer/remote-signer.ts';
import type { Database } from './store/database.ts';
import { openStore, type Store } from './store/open-store.ts';
import { openStoreClock, type StoreClock } from './store/store-clock.ts';
import { AddressPool } from './wallet/address-pool.ts';
import { fillPool } from './wallet/fill-pool.ts';
import { passOverOtherKinds } from './wallet/pass-over.ts';
import { findPassphrase, PASSPHRASE_VARIABLES } from './wallet/passphrase.ts';
import { openPublicWallet } from './wallet/public-wallet.ts';
import { refuseStrayTreasury } from './wallet/treasury-paths.ts';
import { type Derivers, openWallet } from './wallet/wallet.ts';

/** What a node does: serve requests, work in the background, or both. */
export type Role = 'all' | 'api' | 'engine';

/** A node that runs. */
export interface Desk {
  /** Where it serves; null for an engine. */
  readonly url: string | null;
  readonly isOpen: boolean;
  /** Where the console is; null: below `url`. */
  readonly consoleUrl: string | null;
  /** The body of a quote to try; null if there is none to be had. */
  readonly sample: string | null;
  /** Why it is held; null if it works. */
  readonly hold: Hold | null;
  readonly store: Store;
  /** Resolves with the reason when this node cannot go on. */
  readonly died: Promise<string>;
  /** Looks at once whether there is something to do, on every chain. */
  hurry(): void;
  stop(): Promise<void>;
}

export interface DeskOptions {
  readonly config: Config;
  readonly role: Role;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Says a line to whoever watches. */
  readonly tell: (line: string) => void;
}

const FOLD_MS = 1_000;
const POOL_MS = 1_000;
const ROTATE_MS = 60_000;
const KEY_MS = 1_000;
/** A first start waits for this many addresses per kind of chain; the rest is derived while it serves. */
const FIRST_ADDRESSES = 50;

/** Opens a node: the one place that knows all the parts. What it has started it stops again, last first. */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const { config, role, log } = options;
  const store = await openStore(config, fillCatalogue);
  const stops: (() => Promise<void>)[] = [store.stop];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  const rounds: Repeating[] = [];
  const hurry = () => rounds.forEach((each) => void each.hurry());
  try {
    await checkStorePurpose(store.database, config);
    const time = await openStoreClock(store.database, failed(log, "read the database's clock"));
    const { clock, measuring } = time;
    stops.push(measuring.stop);
    await rotateSealKeys(store.database, clock);
    if (role === 'api') await refuseStrayTreasury(store.database, walletChoicesOf(config.chains));
    const upkeep = role === 'api' ? null : await startUpkeep(store, options, clock);
    if (upkeep?.record) stops.push(() => upkeep.record?.close() as Promise<void>);
    stops.push(...(upkeep?.works ?? []).map((each) => each.stop));
    const deskKey = role === 'engine' ? null : await openDeskKey(store.database, config, clock());
    const apiSecrets = deskKey === null ? null : secretBox(deskKey, 'API secrets');
    const memory = await openMemory(store.database, log, adaptation(config.chains), apiSecrets, clock);
    stops.push(memory.stop);
    const isOpen = memory.directory().isOpen;
    if (role !== 'engine') await refusePlace(config, isOpen);
    const market = currentMarket(memory, clock);
    const surroundings: ChainSurroundings = {
      ...{ catalogue: memory.catalogue, clock, signer: upkeep?.signer ?? NOBODY_SIGNS },
      warn: warnOf(log),
    };
    const { chains, networks } = await openAllChains(store.database, config.chains, surroundings);
    if (role !== 'api') {
      const record = upkeep?.record ?? null;
      rounds.push(...(await startEngine(store, options, time, memory, market, chains, networks, record)));
      stops.push(async () => void (await Promise.all(rounds.map((each) => each.stop()))));
      await fundsBooked(store.database, networks, memory.catalogue());
    }
    const databaseEnd = store.died.then(
      (reason) => `The database server has stopped: ${reason}. The next start recovers.`,
    );
    if (deskKey === null)
      return {
        url: null,
        consoleUrl: null,
        sample: null,
        isOpen: false,
        hold: memory.hold(),
        store,
        died: databaseEnd,
        hurry,
        stop,
      };
    const key = watchKey(store.database, deskKey, failed(log, 'look after the key of the service'));
    stops.push(key.work.stop);

    const liveEvents = new LiveEvents(store.database, failed(log, 'read events'));
    stops.push(() => liveEvents.stop());
    let url = '';
    const services = openServices(
      store,
      memory,
      liveEvents,
      config,
      time,
      market,
      networks,
      chains,
      deskKey,
      () => config.publicUrl ?? url,
    );
    const requests = new RequestCounts();
    const metrics = openMetrics({
      ...{ database: store.database, chains, requests, catalogue: memory.catalogue, market },
      streams: () => services.streams.count,
    });
    const servers = await openServers({ services, config, log, requests, metrics });
    stops.push(servers.stop);
    url = servers.url;
    const died = Promise.race([databaseEnd, key.replaced]);
    const { consoleUrl } = servers;
    const sample = sampleQuote(market());
    return { url, consoleUrl, sample, isOpen, hold: memory.hold(), store, died, hurry, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A node whose key was replaced must not go on: it would accept what the one who has the old key makes. */
function watchKey(
  database: Database,
  key: DeskKey,
  onError: (error: unknown) => void,
): { replaced: Promise<string>; work: Repeating } {
  let tell: (reason: string) => void;
  const replaced = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const look = async () => {
    if (!(await isKeyOf(database, key)))
      tell('The key of the service was replaced. Copy the new desk.key here and start again.');
  };
  return { replaced, work: repeat(look, KEY_MS, onError) };
}

function openServices(
  { database }: Store,
  memory: Memory,
  liveEvents: LiveEvents,
  config: Config,
  { clock, clockMs, isSettled: isTimeSettled }: StoreClock,
  market: () => Market,
  testNetworks: TestNetworks,
  chains: readonly Chain[],
  deskKey: DeskKey,
  publicUrl: () => string,
): ConsoleServices {
  const promising = quoting(market, { isHeld: () => memory.hold() !== null, isTimeSettled });
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
    manageCodes: manageCodes(deskKey),
    apiSecrets: secretBox(deskKey, 'API secrets'),
    totpSecrets: secretBox(deskKey, 'authenticator secrets'),
    liveEvents,
    streams: new Streams(),
    quoting: promising,
    placing: {
      database,
      pool: new AddressPool(database, clock, memory.epoch),
      network: config.network,
      store: orderStore(database, clock),
      market: promising,
      clockMs,
      sealKeys: memory.sealKeys,
    },
    market,
    testNetworks,
    directory: memory.directory,
    sealKeys: memory.sealKeys,
  };
}

/** The market as it is now: one object for as long as nothing of it changes, a second at most. Its memo lasts longer. */
function currentMarket(memory: Memory, clock: Clock): () => Market {
  let market: Market | undefined;
  return () => {
    const now = clock();
    const catalogue = memory.catalogue();
    const rates = memory.rates();
    const settings = memory.settings();
    const isCurrent =
      market?.catalogue === catalogue && market.rates === rates && market.settings === settings;
    if (market === undefined || !isCurrent) market = { catalogue, rates, settings, now, memo: new Map() };
    else if (market.now !== now) market = { ...market, now };
    return market;
  };
}

/** Waits for the treasuries of new test networks. */
async function fundsBooked(database: Database, networks: TestNetworks, { assets }: Catalogue): Promise<void> {
  const funded = assets.filter(({ chain, treasuryUnits }) => networks.has(chain.id) && treasuryUnits > 0n);
  await treasuryBooked(
    database,
    funded.map(({ id }) => id),
  );
}

/** Starts what moves orders, on whatever chains there are. */
async function startEngine(
  { database }: Store,
  { config, log, tell }: DeskOptions,
  { clock, isSettled }: StoreClock,
  memory: Memory,
  market: () => Market,
  chains: readonly Chain[],
  networks: TestNetworks,
  record: SigningRecord | null,
): Promise<Repeating[]> {
  const warn: Engine['warn'] = (facts, message) => log.warn(facts, message);
  const engine: Engine = {
    database,
    holder: randomUUID(),
    chains,
    clock,
    isTimeSettled: isSettled,
    market: async () => market(),
    screen: openScreen(config),
    isScreened: isScreening(config),
    watched: new WatchedAddresses(warn),
    sweeping: config.sweep,
    tell: (line) => tell(line),
    ...(record !== null && { record }),
    warn,
  };
  await beginFollowing(engine);
  const jobs = [...jobsOf(engine.chains), ...miningOf(networks, memory.catalogue)];
  const onError = failed(log, 'move orders');
  return [tellSigning(engine, onError), tellTime(engine), ...runJobs(engine, jobs, onError)];
}

/** What runs in the background, and who signs: the wallet is open. */
interface Upkeep {
  readonly works: readonly Repeating[];
  readonly signer: Signer;
  /** What this node has signed; null if it does not sign. */
  readonly record: SigningRecord | null;
}

/** Starts the upkeep in the background: prices, deposit addresses, seal keys, tallies. */
async function startUpkeep({ database }: Store, options: DeskOptions, clock: Clock): Promise<Upkeep> {
  const { config, log } = options;
  const feed = config.feed === 'test' ? testFeed(config.testSeed) : staticFeed(config.pricesFile as string);
  if (config.feed === 'static') await checkStaticFeed(feed, clock());
  const publish = async () => {
    for (const line of await publishPrices(database, feed, clock, config.network)) log.warn(line);
  };
  await publish();

  const { derivers, signer, records } = await openKeys(database, options, clock);
  const warn: Engine['warn'] = (facts, message) => log.warn(facts, message);
  const keeper = records === null ? null : await openKept(records, { database, clock, warn });
  const record = records?.record ?? null;
  const release = async () => keeper?.releaseAddresses();
  await passOverOtherKinds(database, walletChoicesOf(config.chains));
  await fillPool(database, derivers, FIRST_ADDRESSES, undefined, release);
  if (keeper === null) await untilReleased(database);

  const works = [
    repeat(publish, feed.intervalMs, failed(log, 'publish prices')),
    repeat(
      async (stopping) =>
        fillPool(database, derivers, (await loadSettings(database)).address_pool_target, stopping, release),
      POOL_MS,
      failed(log, 'derive addresses'),
    ),
    repeat(() => rotateSealKeys(database, clock), ROTATE_MS, failed(log, 'rotate the seal keys')),
    repeat(async () => void (await foldDeltas(database)), FOLD_MS, failed(log, 'fold the tallies')),
    repeat(() => foldLedger(database), FOLD_MS, failed(log, 'fold the ledger')),
  ];
  if (keeper !== null) works.push(repeat(() => keeper.keep(), KEEP_MS, failed(log, 'keep the record')));
  return { works, signer, record };
}

/** Who derives addresses and who signs: this node with the seed, or a signer, and then the seed is never opened here. */
async function openKeys(
  database: Database,
  { config, env, log }: DeskOptions,
  clock: Clock,
): Promise<{ derivers: Derivers; signer: Signer; records: Records | null }> {
  const { network, dataDir } = config;
  const mayBeWeak = config.without.includes('passphrase');
  const choices = walletChoicesOf(config.chains);
  if (config.signer !== null) {
    const signer = new RemoteSigner(config.signer);
    const derivers = await openPublicWallet(database, network, choices);
    await tellStoppedSigner(signer, log);
    const name = PASSPHRASE_VARIABLES.find((each) => env[each] !== undefined);
    if (name !== undefined)
      log.warn(`${name} is set, but the signer holds the keys: only the signer should know it`);
    return { derivers, signer, records: null };
  }
  const { secret, warnings } = await findPassphrase({ env, network, dataDir, randomBytes, mayBeWeak });
  for (const warning of warnings) log.warn(warning);
  const { derivers, keyOf } = await openWallet(database, { network, passphrase: secret, clock, choices });
  // An earlier signer may have left limits; this node has none.
  await publishLimits(database, new Map());
  const records = await openRecords(config.recordDir, derivers.evm(0));
  return { derivers, signer: localSigner(network, keyOf), records };
}

/** A node starts without its signer, as all but payouts goes on; but somebody should know. */
async function tellStoppedSigner(signer: RemoteSigner, log: Logger): Promise<void> {
  const reason = await signer.whyStopped().catch((error: Error) => error.message);
  if (reason !== null) log.warn(`payouts wait for the signer: ${reason}`);
}
