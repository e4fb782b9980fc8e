import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillCatalogue } from '../../packages/service/src/catalog/fill-catalogue.ts';
import type { Network } from '../../packages/service/src/chains/family.ts';
import { openDeskKey } from '../../packages/service/src/secrets/desk-key.ts';
import {
  type SecretBox,
  type SecretKind,
  secretBox,
} from '../../packages/service/src/secrets/sealed-secret.ts';
import { type Database, openDatabase } from '../../packages/service/src/store/database.ts';
import { startEmbedded } from '../../packages/service/src/store/embedded/embedded.ts';
import { migrate } from '../../packages/service/src/store/migrate.ts';
import { NO_CHOICES } from '../../packages/service/src/wallet/choices.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { QUICK_COST } from './quick-cost.ts';
import { startService } from './service.ts';
import { volume } from './volume.ts';

/** A store whose wallet is made already, and a data folder. */
export interface DeskStore extends TestDatabase {
  readonly folder: string;
  /** What a service needs to know to work with them. */
  readonly env: Readonly<
    Record<'SWAPDESK_DATABASE_URL' | 'SWAPDESK_DATA_DIR' | 'SWAPDESK_PASSPHRASE', string>
  >;
}

/** Opens the wallet of every such store. */
export const PASSPHRASE = 'nobody would guess';
/** As many as the tests of one world place orders at once, and some more. */
const FEW_ADDRESSES = volume(120, 250);

/**
 * The store of a desk that was started before, for few orders. Making a wallet, deriving its first addresses and filling
 * the treasuries of the test networks takes longer than most tests, so it is done once for all of them. How a desk starts
 * for the first time is seen where no store is given.
 */
export async function createDeskStore(connections?: number, network: Network = 'test'): Promise<DeskStore> {
  const store = await createTestDatabase(connections, {
    name: `swapdesk_desk_${network}`,
    fill: (database, url) => fill(database, url, network),
  });
  // One of its own: the wallet is the same everywhere, and what is on record about it must not be.
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-desk-'));
  return {
    ...store,
    folder,
    env: envOf(store.url, folder),
    async drop() {
      await store.drop();
      await removeFolder(folder);
    },
  };
}

/** The same in the service's own database, as an operator begins with: for what copies its folder. */
export interface EmbeddedDesk extends Pick<DeskStore, 'folder' | 'database' | 'drop'> {
  readonly env: Readonly<Record<'SWAPDESK_DATA_DIR' | 'SWAPDESK_PASSPHRASE', string>>;
}

/** It runs when a service does that is started with it; whatever else it is to have is put in before. */
export async function createEmbeddedDesk(
  network: Network,
  prepare: (database: Database) => Promise<void>,
): Promise<EmbeddedDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-desk-'));
  const server = await startEmbedded({ dataDir: folder });
  const database = openDatabase(server.connection, 5);
  await migrate(database, fillCatalogue);
  await fill(database, '', network);
  await prepare(database);
  await server.stop();
  return {
    folder,
    database,
    env: { SWAPDESK_DATA_DIR: folder, SWAPDESK_PASSPHRASE: PASSPHRASE },
    async drop() {
      await database.end();
      await removeFolder(folder);
    },
  };
}

/**
 * Makes the service's own database in a folder, so that a first start derives few addresses: as many as it does by default
 * take longer than all else that it does.
 */
export async function wantFewAddresses(folder: string, addresses = FEW_ADDRESSES): Promise<void> {
  const server = await startEmbedded({ dataDir: folder });
  const database = openDatabase(server.connection, 1);
  await migrate(database, fillCatalogue);
  await setFewAddresses(database, addresses);
  await database.end();
  await server.stop();
}

const setFewAddresses = (database: Database, addresses = FEW_ADDRESSES) =>
  database.query("INSERT INTO setting (name, value) VALUES ('address_pool_target', $1)", [addresses]);

async function fill(database: Database, url: string, network: Network): Promise<void> {
  await setFewAddresses(database);
  // Loaded by the one who makes the template: most of what the wallet needs, few tests do.
  const { openWallet } = await import('../../packages/service/src/wallet/wallet.ts');
  const { fillPool } = await import('../../packages/service/src/wallet/fill-pool.ts');
  const clock = () => Math.floor(Date.now() / 1_000);
  const options = { network, passphrase: PASSPHRASE, clock, cost: QUICK_COST, choices: NO_CHOICES };
  const { derivers } = await openWallet(database, options);
  await fillPool(database, derivers, FEW_ADDRESSES);
  // Real nodes have their funds from elsewhere.
  if (network === 'test') await startOnce(database, url);
}

/** Seals secrets as the services on this store do. */
export async function boxOf(
  { database, folder }: Pick<DeskStore, 'database' | 'folder'>,
  kind: SecretKind,
): Promise<SecretBox> {
  return secretBox(await openDeskKey(database, { keyFile: null, dataDir: folder }, 0), kind);
}

/** An api node gets neither the passphrase nor the folder that might hold one, but the key of the service. */
export function apiEnv({ env, folder }: Pick<DeskStore, 'env' | 'folder'>): Record<string, string> {
  const { SWAPDESK_DATABASE_URL } = env;
  const SWAPDESK_KEY_FILE = join(folder, 'desk.key');
  return { SWAPDESK_DATABASE_URL, SWAPDESK_KEY_FILE, SWAPDESK_DATA_DIR: '/nonexistent/swapdesk' };
}

/** As long as no key has ever been made a desk serves this machine alone. */
export async function endOpenMode({ database }: Pick<DeskStore, 'database'>): Promise<void> {
  await database.query(
    "INSERT INTO api_key (key, account_id, created_at, revoked_at) VALUES ('ends-open-mode', 0, 0, 0)",
  );
}

/** What it leaves about itself is taken away: each copy begins with a record and with prices of its own. */
async function startOnce(database: Database, url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-desk-'));
  const service = await startService(envOf(url, folder));
  await service.stop();
  await removeFolder(folder);
  await database.query(
    'DELETE FROM signing_record; DELETE FROM price; DELETE FROM price_history; DELETE FROM price_reading; DELETE FROM lease; DELETE FROM desk_key',
  );
  await database.query('UPDATE address_space SET released = NULL');
}

function envOf(url: string, folder: string): DeskStore['env'] {
  return { SWAPDESK_DATABASE_URL: url, SWAPDESK_DATA_DIR: folder, SWAPDESK_PASSPHRASE: PASSPHRASE };
}

/** What was signed is on record beside it. */
async function removeFolder(folder: string): Promise<void> {
  for (const each of [folder, `${folder}.record`]) await rm(each, { recursive: true, force: true });
}
