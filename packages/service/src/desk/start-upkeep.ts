import { loadSettings } from '../catalog/settings.ts';
import type { Signer } from '../chains/signer.ts';
import type { Clock } from '../clock.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import type { Engine } from '../engine/context.ts';
import { KEEP_MS, openKept } from '../engine/hold/keep-record.ts';
import { untilReleased } from '../engine/hold/released-addresses.ts';
import { numberEvents } from '../events/number-events.ts';
import { failed } from '../failed.ts';
import { foldFigures } from '../figures/fold-figures.ts';
import { makeRoom } from '../growth/make-room.ts';
import { foldLedger } from '../ledger/balances.ts';
import { checkVenues } from '../market/venues/open-venues.ts';
import { forgetDays } from '../orders/day-limits.ts';
import type { PriceFeed } from '../pricing/feeds/feed.ts';
import { checkStaticFeed, staticFeed } from '../pricing/feeds/static-feed.ts';
import { testFeed } from '../pricing/feeds/test-feed.ts';
import { publishPrices } from '../pricing/prices.ts';
import { rotateSealKeys } from '../pricing/seal-keys.ts';
import { foldResults } from '../profit/fold-results.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import { repeat } from '../repeat.ts';
import { foldDeltas } from '../rolls/fold.ts';
import type { Database } from '../store/database.ts';
import { forgetNodes } from '../store/sign-of-life.ts';
import { fillPool } from '../wallet/fill-pool.ts';
import { passOverOtherKinds } from '../wallet/pass-over.ts';
import { forgetAttempts } from '../webhooks/attempts.ts';
import type { DeskOptions } from './desk.ts';
import { openKeys } from './keys.ts';
import { Shutdown } from './shutdown.ts';

const FOLD_MS = 1_000;
const NUMBER_MS = 200;
const POOL_MS = 1_000;
const ROTATE_MS = 60_000;
const FORGET_MS = 3_600_000;
const ROOM_MS = 60_000;
/** A first start waits for this many addresses per kind of chain; the rest is derived while it serves. */
const FIRST_ADDRESSES = 50;

/** What keeps a desk supplied, and who signs for it. */
export interface Upkeep {
  readonly signer: Signer;
  /** What this node has signed; null if it does not sign. */
  readonly record: SigningRecord | null;
  /** Ends what runs in the background, and then the record. */
  stop(): Promise<void>;
}

/** Starts what a desk needs in the background: prices, deposit addresses, seal keys, tallies. Opens wallet and record. */
export async function startUpkeep(database: Database, options: DeskOptions, clock: Clock): Promise<Upkeep> {
  const { config, log } = options;
  const feed = await openFeed(options, clock);
  const publish = async () => {
    if (feed === null) return;
    for (const line of await publishPrices(database, feed, clock, config.network)) log.warn(line);
  };
  await publish();

  const { derivers, signer, records } = await openKeys(database, options, clock);
  const warn: Engine['warn'] = (facts, message) => log.warn(facts, message);
  const keeper = records === null ? null : await openKept(records, { database, clock, warn });
  const release = async () => keeper?.releaseAddresses();
  await passOverOtherKinds(database, walletChoicesOf(config.chains));
  await fillPool(database, derivers, FIRST_ADDRESSES, undefined, release);
  if (keeper === null) await untilReleased(database);
  const refill = async (stopping: AbortSignal) => {
    const { address_pool_target } = await loadSettings(database);
    await fillPool(database, derivers, address_pool_target, stopping, release);
  };

  const record = records?.record ?? null;
  const shutdown = new Shutdown();
  if (record !== null) shutdown.add(() => record.close());
  const start = (what: string, pauseMs: number, task: (stopping: AbortSignal) => Promise<void>) =>
    shutdown.add(repeat(task, pauseMs, failed(log, what)).stop);
  if (feed !== null) start('publish prices', feed.intervalMs, publish);
  start('derive addresses', POOL_MS, refill);
  start('rotate the seal keys', ROTATE_MS, () => rotateSealKeys(database, clock));
  start('forget days', FORGET_MS, () => forgetDays(database, clock));
  start('forget attempts of webhooks', FORGET_MS, async () => {
    const { keep_webhook_days } = await loadSettings(database);
    await forgetAttempts(database, clock() * 1_000, keep_webhook_days);
  });
  start('make room for what grows', ROOM_MS, async () => void (await makeRoom(database)));
  start('forget nodes', FORGET_MS, () => forgetNodes(database));
  start('fold the tallies', FOLD_MS, async () => void (await foldDeltas(database)));
  start('number events', NUMBER_MS, async (stopping) => {
    while (!stopping.aborted && (await numberEvents(database)) > 0) {}
  });
  start('fold the ledger', FOLD_MS, () => foldLedger(database));
  start('fold the results', FOLD_MS, (stopping) => foldResults(database, clock, stopping));
  start('fold the figures', FOLD_MS, (stopping) => foldFigures(database, stopping));
  if (keeper !== null) start('keep the record', KEEP_MS, () => keeper.keep());
  return { signer, record, stop: () => shutdown.run() };
}

/** Null: prices come from venues, which one engine at a time opens (`engine/market/`). */
async function openFeed({ config }: DeskOptions, clock: Clock): Promise<PriceFeed | null> {
  if (config.feed === 'market') {
    await checkVenues(config.market?.venues ?? []);
    return null;
  }
  if (config.feed === 'test') return testFeed(config.testSeed);
  const feed = staticFeed(config.pricesFile as string);
  await checkStaticFeed(feed, clock());
  return feed;
}
