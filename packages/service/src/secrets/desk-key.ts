import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import type { Queryable } from '../store/database.ts';
import { createSecretFile, exists, readSecretFile, syncFolderOf } from './secret-file.ts';

/** What the key is used for: each use has a key of its own that says nothing about the others. */
export type KeyUse =
  | 'proof'
  | 'manage codes'
  | 'API secrets'
  | 'authenticator secrets'
  | 'webhook secrets'
  | 'quotes'
  | 'notices';

/**
 * The key of the service. It is in no store: whoever reads or copies the database cannot make what is made with it. Nodes that
 * serve people need it; engines and signers do not.
 */
export interface DeskKey {
  keyFor(use: KeyUse): Buffer;
}

export interface DeskKeyPlace {
  /** Where an operator has put it; null: in the data folder. */
  readonly keyFile: string | null;
  readonly dataDir: string;
}

const BYTES = 32;
const FILE = 'desk.key';

/** The key, from its file. A new store gets a new one; every other node of that store needs a copy. */
export async function openDeskKey(
  database: Queryable,
  place: DeskKeyPlace,
  now: number,
  /** Is told where a new one was put. */
  made: (path: string) => void = () => {},
): Promise<DeskKey> {
  const path = pathOf(place);
  const known = await knownProof(database);
  if (!(await exists(path))) {
    if (known !== null)
      throw new StartupError(
        `This store belongs to a key that is not at ${path}: copy ${FILE} from the data folder of the node that made it, or name the file with SWAPDESK_KEY_FILE. If it is lost: npx swapdesk secrets renew`,
      );
    await createSecretFile(path, newSecret(), 'key file');
    made(path);
  }
  const key = await readKey(path);
  const proof = proofOf(key);
  // Of two nodes that start at once on a new store, the first decides.
  if (known === null)
    await database.query('INSERT INTO desk_key (proof, made_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      proof,
      now,
    ]);
  if (!(await isKeyOf(database, key)))
    throw new StartupError(
      `The key in ${path} is not the one of this store: copy ${FILE} from the data folder of the node that made it.`,
    );
  return key;
}

/** Is it still the key of this store? Another may have replaced it while this node ran. */
export async function isKeyOf(database: Queryable, key: DeskKey): Promise<boolean> {
  const stored = await knownProof(database);
  const proof = proofOf(key);
  return stored !== null && stored.length === proof.length && timingSafeEqual(stored, proof);
}

/** A key that is to replace the one of a store. */
export interface NextKey {
  readonly path: string;
  /** What the store is to know of it. */
  readonly proof: Buffer;
  /** Puts it in the place of the one before, once the store knows it. */
  take(): Promise<void>;
  /** Removes it if it was not taken. */
  forget(): Promise<void>;
}

/**
 * Writes a new key beside the one there is. After a crash between the store's change and this file's the store
 * knows a key that nobody has: then another one is made.
 */
export async function nextDeskKey(place: DeskKeyPlace): Promise<NextKey> {
  const path = pathOf(place);
  const draft = `${path}.next-${randomBytes(4).toString('hex')}`;
  await createSecretFile(draft, newSecret(), 'key file');
  return {
    path,
    proof: proofOf(await readKey(draft)),
    async take() {
      await rename(draft, path);
      await syncFolderOf(path);
    },
    forget: () => rm(draft, { force: true }),
  };
}

/** A key from its bytes. */
export function deskKey(secret: Uint8Array): DeskKey {
  const keys = new Map<KeyUse, Buffer>();
  return {
    keyFor(use) {
      const known = keys.get(use) ?? Buffer.from(hkdfSync('sha256', secret, '', `swapdesk ${use}`, BYTES));
      keys.set(use, known);
      return known;
    },
  };
}

function pathOf({ keyFile, dataDir }: DeskKeyPlace): string {
  return keyFile ?? join(dataDir, FILE);
}

function newSecret(): string {
  return randomBytes(BYTES).toString('hex');
}

function proofOf(key: DeskKey): Buffer {
  return createHmac('sha256', key.keyFor('proof')).update('swapdesk').digest();
}

async function readKey(path: string): Promise<DeskKey> {
  const { secret, exposed } = await readSecretFile(path, 'key file');
  if (exposed)
    throw new StartupError(`the key file ${path} is open to other users; run: chmod 600 '${path}'`);
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new StartupError(`the key file ${path} is not one: it has 64 hexadecimal digits`);
  return deskKey(Buffer.from(secret, 'hex'));
}

async function knownProof(database: Queryable): Promise<Buffer | null> {
  const { rows } = await database.query<{ proof: Buffer }>('SELECT proof FROM desk_key');
  return rows[0]?.proof ?? null;
}
