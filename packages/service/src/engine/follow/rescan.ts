import type { Chain, Transaction } from '../../chains/chain.ts';
import { deepen, ripen } from '../../deposits/depth.ts';
import { type RecordedDeposit, recordTransfers } from '../../deposits/record-transfers.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { type Lease, underLease } from '../lease.ts';
import { confirmDeposits, depositsMined } from './deposits.ts';
import { withoutFound } from './silent-transfers.ts';

/** Blocks in one round, so that new ones do not wait. */
const MOST_BLOCKS = 20;
const MOST_S = 2;

interface Wanted {
  next: number;
  last: number;
}

/**
 * Looks through blocks once more that an operator wants to be: a transfer to us that was missed is recorded as if it had
 * been seen then. What is known stays as it is, so a range can be looked through as often as one likes. How far it is
 * commits with what was found. Returns how many transfers that were.
 */
export async function rescan(engine: Engine, chain: Chain, lease: Lease): Promise<number> {
  const began = engine.clock();
  let found = 0;
  for (let blocks = 0; blocks < MOST_BLOCKS && engine.clock() - began < MOST_S; blocks++) {
    const wanted = await readWanted(engine, chain);
    if (wanted === null) break;
    const followed = await lastFollowed(engine.database, chain.id);
    // Later ones are looked through when they are followed.
    if (followed === null || wanted.next > Math.min(wanted.last, followed.height)) break;
    found += await rescanBlock(engine, chain, lease, wanted.next, followed.height);
  }
  return found;
}

async function rescanBlock(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  height: number,
  followed: number,
): Promise<number> {
  const block = await chain.block(height, () => engine.watched.watch(engine.database, chain));
  if (block === null) throw new Error(`${chain.name}: its node does not have block ${height}`);
  const settled = Math.min(await chain.settled(followed), followed);
  const { deep_from_usdt } = (await engine.market()).settings;
  const now = engine.clock();
  return underLease(engine.database, lease, async (client) => {
    const watched = await engine.watched.among(client, chain, block.transactions);
    const ours = await withoutFound(client, chain, height, watched);
    const found = await recordTransfers(client, chain, ours, block, now);
    const missed = { ...block, transactions: only(ours, found) };
    await depositsMined(client, chain, found, missed, now);
    await deepen(client, chain, found, deep_from_usdt);
    await ripen(client, chain, missed.transactions);
    await confirmDeposits(client, chain, settled, now);
    await client.query({
      name: 'move-rescan',
      text: 'UPDATE rescan SET next = next + 1, found = found + $3 WHERE chain_id = $1 AND next = $2',
      values: [chain.id, height, found.length],
    });
    return found.length;
  });
}

/** Without what was known: a coin of it may have been spent long ago. */
function only(transactions: readonly Transaction[], found: readonly RecordedDeposit[]): Transaction[] {
  const spends = new Set(found.map(({ spend }) => spend));
  return transactions.map((transaction) => ({
    ...transaction,
    transfers: transaction.transfers.filter(({ index }) => spends.has(`${transaction.txid}:${index}`)),
  }));
}

async function readWanted({ database }: Engine, chain: Chain): Promise<Wanted | null> {
  const { rows } = await database.query<Wanted>({
    name: 'wanted-rescan',
    text: 'SELECT next, last FROM rescan WHERE chain_id = $1 AND next <= last',
    values: [chain.id],
  });
  return rows[0] ?? null;
}
