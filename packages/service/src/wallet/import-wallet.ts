import type { Queryable } from '../store/database.ts';
import type { SealedSeed } from './sealed-seed.ts';
import { insertWallet, type NewWallet } from './wallet.ts';

/** A wallet that makes room for another. */
export interface ReplacedWallet {
  readonly network: string;
  readonly sealed_seed: SealedSeed;
  readonly created_at: number;
}

/** The wallet in the store may not be replaced: somebody relies on it. */
export class WalletInUse extends Error {
  override readonly name = 'WalletInUse';
}

/**
 * Stores a wallet where there is none, or in place of one that nobody has been given an address of. Before a seed is
 * replaced it is handed to `keep`, still sealed, and nothing happens if that fails: what has been sent to a treasury
 * that was never followed could not be had back otherwise. In the caller's transaction. Returns whether one was replaced.
 */
export async function importWallet(
  client: Queryable,
  given: NewWallet,
  keep: (replaced: ReplacedWallet) => Promise<void>,
): Promise<boolean> {
  // Whoever brings the words has them.
  const wallet = { ...given, writtenDownAt: given.createdAt };
  if (await insertWallet(client, wallet)) return false;
  // Whoever wants to take or derive an address waits here until this is decided.
  await client.query('SELECT FROM address_space FOR UPDATE');
  const reason = await whyInUse(client);
  if (reason !== null) throw new WalletInUse(reason);
  const { rows } = await client.query<ReplacedWallet>(
    'DELETE FROM wallet RETURNING network, sealed_seed, created_at',
  );
  await keep(rows[0] as ReplacedWallet);
  await client.query('DELETE FROM deposit_address');
  await client.query('DELETE FROM address_space');
  await insertWallet(client, wallet);
  return true;
}

async function whyInUse(client: Queryable): Promise<string | null> {
  const { rows } = await client.query<{ given: boolean; booked: boolean; running: boolean }>(`
    SELECT EXISTS (SELECT FROM address_space WHERE given > 0) AS given,
           EXISTS (SELECT FROM ledger_entry) AS booked,
           EXISTS (SELECT FROM lease WHERE until >= extract(epoch FROM now())) AS running`);
  const found = rows[0];
  if (found?.given) return 'addresses of it have been given out';
  if (found?.booked) return 'it has held coins';
  // It has the keys in memory, and would go on to derive addresses from them.
  if (found?.running) return 'an engine or a signer is running; stop all of them first';
  return null;
}
