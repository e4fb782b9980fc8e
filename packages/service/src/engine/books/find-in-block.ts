import type { BlockRef, Chain, Transaction, Watch } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import { lastFollowed } from '../followed.ts';
import { NotBooked } from './decide.ts';

/** A transaction that is in the chain for good. */
export interface InBlock {
  readonly block: BlockRef;
  readonly transaction: Transaction;
  /** Up to which height blocks count now. */
  readonly settled: number;
}

/** Finds a transaction in the blocks that have been followed, deep enough to count; says why it cannot. */
export async function findInBlock(
  client: Queryable,
  chain: Chain,
  txid: string,
  watch: Watch,
): Promise<InBlock> {
  const last = await lastFollowed(client, chain.id);
  const height = await heightOf(client, chain, txid);
  const block = await chain.block(height, async () => watch);
  const transaction = block?.transactions.find((each) => each.txid === txid);
  if (last === null || block === null || transaction === undefined || height > last.height) {
    throw new NotBooked(`${chain.name} has no transaction ${txid} in a block that has been followed.`);
  }
  const settled = Math.min(await chain.settled(last.height), last.height);
  if (height > settled) {
    throw new NotBooked(
      `Transaction ${txid} is in block ${height} of ${chain.name}, which does not count yet: blocks count up to ${settled}. Wait.`,
    );
  }
  return { block: { height, hash: block.hash }, transaction, settled };
}

/** The chain's word, or where it was seen when its block was followed: a node need not have an index. */
async function heightOf(client: Queryable, chain: Chain, txid: string): Promise<number> {
  const status = await chain.statusOf(txid);
  if (status.state === 'mined') return status.block.height;
  const { rows } = await client.query<{ height: number }>(
    'SELECT height FROM unknown_spend WHERE chain_id = $1 AND txid = $2 AND height IS NOT NULL LIMIT 1',
    [chain.id, txid],
  );
  if (rows[0] !== undefined) return rows[0].height;
  throw new NotBooked(
    status.state === 'waiting'
      ? `Transaction ${txid} waits for a block of ${chain.name}. Decide when it is deep enough.`
      : `The node of ${chain.name} knows no transaction ${txid}. Only what is in the chain can be booked.`,
  );
}

/** Throws if a reorganisation has taken the block away meanwhile. */
export async function refuseGone(client: Queryable, chain: Chain, { height, hash }: BlockRef): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM followed_block WHERE chain_id = $1 AND height = $2 AND hash <> $3',
    [chain.id, height, hash],
  );
  if (rowCount !== 0) throw new NotBooked(`Block ${height} of ${chain.name} is not in the chain any more.`);
}
