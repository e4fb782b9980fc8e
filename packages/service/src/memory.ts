import { randomUUID } from 'node:crypto';
import type { SiteParts } from '@swapdesk/contract';
import type { Logger } from 'pino';
import { type Directory, loadDirectory } from './access/directory.ts';
import type { Catalogue } from './catalog/catalogue.ts';
import { loadCatalogue } from './catalog/load-catalogue.ts';
import { loadSettings, type Settings } from './catalog/settings.ts';
import type { Clock } from './clock.ts';
import { pausedAssets } from './engine/books/paused.ts';
import { type Hold, lastEnded, readHold } from './engine/hold/hold.ts';
import { type Free, readTreasury, type Treasury } from './ledger/treasury.ts';
import { FeeRules, loadFeeRules } from './pricing/fee-rules.ts';
import { MARKET_SOURCE } from './pricing/market-prices.ts';
import type { Rates } from './pricing/rates.ts';
import { RateReader } from './pricing/read-rates.ts';
import type { SealKey } from './pricing/seal.ts';
import { loadSealKeys } from './pricing/seal-keys.ts';
import { areTaken, type TakenByCoin, TakenTally } from './pricing/taken-tally.ts';
import { repeat } from './repeat.ts';
import type { DeskKey } from './secrets/desk-key.ts';
import { secretBox } from './secrets/sealed-secret.ts';
import { type PublicSite, siteOf } from './site/site.ts';
import { readSite } from './site/site-store.ts';
import { followChanges } from './store/changes.ts';
import type { Database } from './store/database.ts';
import { Outgrown } from './store/outgrown.ts';

const RATES_MS = 500;
/** As long as a price counts at most, give or take: after that nobody waits for the next one of a market. */
const LIVE_S = 60;

/** What a node holds in memory, kept in step with the store. */
export interface Memory {
  catalogue(): Catalogue;
  settings(): Settings;
  /** What everybody pays for pairs and amounts. */
  fees(): FeeRules;
  directory(): Directory;
  /** How pages look: another object as soon as something of it is another. */
  site(): PublicSite;
  rates(): Rates;
  /** None on a node that serves nobody. */
  sealKeys(): readonly SealKey[];
  /** Why the desk is held; null if it works. */
  hold(): Hold | null;
  /** The newest hold, whether it has ended or not: another one means that the store may have gone back. */
  epoch(): string;
  /** Whether the store has moved on beyond what this program bears. */
  readonly outgrown: Outgrown;
  /** What was promised and exchanged here of late, for whoever is priced next. */
  readonly taken: TakenTally;
  /** How long ago it was last seen to be what the store says, in milliseconds. */
  inStepMs(): number;
  stop(): Promise<void>;
}

export interface MemoryOptions {
  readonly database: Database;
  readonly log: Logger;
  /** What the catalogue is on this node's networks. */
  readonly adapt: (catalogue: Catalogue) => Catalogue;
  /** Opens the secrets of API keys, seals quotes; null on a node that serves nobody. */
  readonly deskKey: DeskKey | null;
  readonly clock: Clock;
  /** What the file says of the site; absent: nothing. */
  readonly site?: SiteParts;
}

/** Loads everything once and keeps it fresh until stopped. */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const { database, log, adapt, deskKey, clock, site: siteInFile = {} } = options;
  const apiSecrets = deskKey === null ? null : secretBox(deskKey, 'API secrets');
  let listed: Catalogue;
  let catalogue: Catalogue;
  let treasury = await readTreasury(database);
  let paused = await pausedAssets(database, clock());
  const stocked = () => listed.withTreasury(treasury).withPaused(paused);
  let settings: Settings;
  let fees: FeeRules;
  let directory: Directory;
  let site: PublicSite;
  let sealKeys: readonly SealKey[];
  let hold: Hold | null = null;
  let epoch = '';
  const outgrown = await Outgrown.watch();
  const reader = new RateReader(database);
  let said = await reader.read();
  let rates = said;
  const tally = new TakenTally(database, randomUUID());
  let taken: TakenByCoin = new Map();
  const refreshRates = async () => {
    const newest = await reader.read();
    if (newest.isSameAs(said)) return;
    said = newest;
    rates = said.behind(taken);
  };
  const refreshTaken = async () => {
    const newest = await tally.share(clock(), settings.taken_window_s);
    if (areTaken(newest, taken)) return;
    taken = newest;
    rates = said.behind(taken);
  };
  const changes = await followChanges(
    database,
    {
      catalogue: async () => {
        listed = adapt(await loadCatalogue(database));
        catalogue = stocked();
        settings = await loadSettings(database);
        fees = new FeeRules((await loadFeeRules(database)).filter(({ accountId }) => accountId === null));
      },
      access: async () => {
        directory = await loadDirectory(database, apiSecrets);
      },
      seal: async () => {
        sealKeys = deskKey === null ? [] : await loadSealKeys(database, deskKey);
      },
      hold: async () => {
        hold = await readHold(database);
        epoch = hold?.id ?? (await lastEnded(database));
      },
      site: async () => {
        site = siteOf(siteInFile, await readSite(database));
      },
      prices: refreshRates,
      schema: () => outgrown.look(database),
    },
    (error) => log.error({ err: error }, 'could not follow changes in the store'),
    () => isMarketLive(rates, clock()),
  );
  const refreshing = repeat(
    async () => {
      // Of a market they are heard as soon as they are stored.
      if (isMarketLive(rates, clock())) await refreshTaken();
      else await refreshRates();
      const before = { treasury, paused };
      treasury = await readTreasury(database);
      paused = await pausedAssets(database, clock());
      if (!isSame(before.treasury, treasury) || !haveSame(before.paused, paused)) catalogue = stocked();
    },
    RATES_MS,
    (error) => log.error({ err: error }, 'could not load prices, the treasury and what is paused'),
  );
  return {
    catalogue: () => catalogue,
    settings: () => settings,
    fees: () => fees,
    directory: () => directory,
    site: () => site,
    rates: () => rates,
    sealKeys: () => sealKeys,
    hold: () => hold,
    epoch: () => epoch,
    outgrown,
    taken: tally,
    inStepMs: changes.inStepMs,
    stop: async () => {
      await changes.stop();
      await refreshing.stop();
    },
  };
}

/** Whether a market has spoken a while ago, and will again. */
function isMarketLive({ prices }: Rates, now: number): boolean {
  return prices.some(({ source, at }) => source === MARKET_SOURCE && now - at <= LIVE_S);
}

function isSame(a: Treasury, b: Treasury): boolean {
  const sums = Object.keys(a) as (keyof Treasury)[];
  return sums.every((name) => areSame(a[name], b[name]));
}

function haveSame(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((assetId) => b.has(assetId));
}

function areSame(a: Free, b: Free): boolean {
  return a.size === b.size && [...a].every(([assetId, units]) => b.get(assetId) === units);
}
