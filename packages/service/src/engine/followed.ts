import type { Block, BlockRef } from '../chains/chain.ts';
import type { Queryable } from '../store/database.ts';

/** As many are kept at least. All that are not final are kept, however many: any of them can be undone. */
const KEPT_BLOCKS = 1_000;

/** How far a chain has been followed; null if it never was. */
export async function lastFollowed(client: Queryable, chainId: number): Promise<BlockRef | null> {
  const { rows } = await client.query<BlockRef>({
    name: 'last-followed',
    text: 'SELECT height, hash FROM followed_block WHERE chain_id = $1 ORDER BY height DESC LIMIT 1',
    values: [chainId],
  });
  return rows[0] ?? null;
}

/** The block at a height, as it was followed; null if none was, or it is forgotten. */
export async function followedAt(
  client: Queryable,
  chainId: number,
  height: number,
): Promise<BlockRef | null> {
  const { rows } = await client.query<BlockRef>({
    name: 'followed-at',
    text: 'SELECT height, hash FROM followed_block WHERE chain_id = $1 AND height = $2',
    values: [chainId, height],
  });
  return rows[0] ?? null;
}

/**
 * Moves on to a block, in the transaction that does what the block says. It must continue the last one. Blocks up to the
 * settled one are final.
 */
export async function moveTo(
  client: Queryable,
  chainId: number,
  block: Pick<Block, 'height' | 'hash' | 'parent'>,
  settled: number,
): Promise<void> {
  const last = await lastFollowed(client, chainId);
  if (last !== null && (last.hash !== block.parent || last.height + 1 !== block.height)) {
    throw new Error(`block ${block.height} of chain ${chainId} does not continue ${last.height}`);
  }
  await client.query({
    name: 'move-to-block',
    text: 'INSERT INTO followed_block (chain_id, height, hash, parent) VALUES ($1, $2, $3, $4)',
    values: [chainId, block.height, block.hash, block.parent],
  });
  await client.query({
    name: 'forget-blocks',
    text: 'DELETE FROM followed_block WHERE chain_id = $1 AND height < $2',
    values: [chainId, Math.min(block.height - KEPT_BLOCKS, settled)],
  });
}

/** Moves back to the parent of the last block. */
export async function moveBack(
  client: Queryable,
  chainId: number,
  { height, hash }: BlockRef,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'move-back',
    // The first of all stays: without it, nobody would know where to go on.
    text: `
      DELETE FROM followed_block WHERE chain_id = $1 AND height = $2 AND hash = $3
         AND EXISTS (SELECT 1 FROM followed_block b WHERE b.chain_id = $1 AND b.height < $2)`,
    values: [chainId, height, hash],
  });
  if (rowCount !== 1) {
    throw new Error(
      `block ${height} of chain ${chainId} cannot be undone: it is the first that is known, or not the last. ` +
        'Is this node on the right chain?',
    );
  }
}
