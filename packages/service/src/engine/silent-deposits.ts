import type { BlockRef, Chain } from '../chains/chain.ts';
import type { Engine } from './context.ts';
import { depositsMined } from './deposits.ts';
import { lastFollowed } from './followed.ts';
import { type Lease, underLease } from './lease.ts';
import { recordTransfers } from './record-transfers.ts';

/** Addresses that are asked about at once: the newest orders first. */
const MOST = 2_000;

interface Awaiting {
  address: string;
  asset_id: number;
  known: string;
}

/**
 * Finds deposits that no transfer shows: a contract can send the chain's own coin inside a call, which only nodes that
 * trace can see. So what addresses of waiting orders hold is compared with what is known to have arrived; more is a
 * deposit, as of the block of the comparison. Only addresses from and to which we have paid nothing are asked about:
 * there, all that lies is a client's.
 */
export async function findSilentDeposits(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  if (!chain.needsSweeping) return;
  const at = await lastFollowed(engine.database, chain.id);
  const awaiting = await awaitingAddresses(engine, chain);
  const [first] = awaiting;
  if (at === null || first === undefined) return;
  const native = { id: first.asset_id, abbr: '', contract: null };
  const addresses = awaiting.map(({ address }) => address);
  const balances = await chain.accountBalances(addresses, native, at);
  if (balances === null) return;
  for (const [n, { address, asset_id, known }] of awaiting.entries()) {
    const units = (balances[n] ?? 0n) - BigInt(known);
    if (units > 0n) await recordSilent(engine, chain, lease, at, { address, assetId: asset_id, units });
  }
}

async function recordSilent(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  at: BlockRef,
  transfer: { readonly address: string; readonly assetId: number; readonly units: bigint },
): Promise<void> {
  const now = engine.clock();
  const txid = `balance-${at.height}-${transfer.address}`;
  const transactions = [{ txid, sources: [], spends: [], transfers: [{ index: 0, ...transfer }] }];
  const block = { ...at, parent: '', minedAt: now, transactions };
  await underLease(engine.database, lease, async (client) => {
    const deposits = await recordTransfers(client, chain, transactions, block, now);
    await depositsMined(client, chain, deposits, block, now);
  });
  engine.warn(
    { chain: chain.name, address: transfer.address, units: String(transfer.units) },
    'a deposit was found by its balance alone',
  );
}

async function awaitingAddresses({ database }: Engine, chain: Chain): Promise<Awaiting[]> {
  const { rows } = await database.query<Awaiting>({
    name: 'awaiting-addresses',
    text: `
      SELECT o.address, o.asset_id,
             (SELECT coalesce(sum(c.units), 0) FROM coin c
               WHERE c.chain_id = $1 AND c.address = o.address AND c.asset_id = o.asset_id)::text AS known
        FROM orders o JOIN asset a ON a.id = o.asset_id AND a.chain_id = $1
        JOIN chain c ON c.id = $1 AND c.native_abbr = a.abbr
       WHERE o.status IN (1, 8)
         AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.chain_id = $1 AND p.source = o.address)
         AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.chain_id = $1 AND p.payee = o.address)
         AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.chain_id = $1 AND p.address = o.address)
       ORDER BY o.id DESC LIMIT $2`,
    values: [chain.id, MOST],
  });
  return rows;
}
