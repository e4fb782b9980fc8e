import type { Chain } from '@swapdesk/service/dist/chains/chain.js';
import { recordTransfers } from '@swapdesk/service/dist/deposits/record-transfers.js';
import { WatchedAddresses } from '@swapdesk/service/dist/engine/follow/watched-addresses.js';
import type pg from 'pg';
import type { Measure } from '../measure/rounds.ts';

/** What is followed: a chain that has not read the block yet, the block's height, and how many transfers in it are to us. */
export interface LargeBlock {
  readonly open: () => Promise<Chain>;
  readonly height: number;
  readonly ours: number;
}

/** Reads a block, matches and records it as an engine does, and takes that back. */
export function followingBlock(database: pg.Pool, { open, height, ours: expected }: LargeBlock): Measure {
  const watched = new WatchedAddresses((facts, message) => {
    throw new Error(`${message}: ${JSON.stringify(facts)}`);
  });
  return async () => {
    const chain = await open();
    const client = await database.connect();
    try {
      await client.query('BEGIN');
      const began = performance.now();
      const block = await chain.block(height, () => watched.watch(client, chain));
      if (block === null) throw new Error('the node has lost its block');
      const ours = await watched.among(client, chain, block.transactions);
      const found = await recordTransfers(client, chain, ours, block, 1);
      const ms = performance.now() - began;
      await client.query('ROLLBACK');
      if (found.length !== expected)
        throw new Error(`${found.length} of ${expected} transfers to us were found`);
      return { perSecond: 1000 / ms, p50Ms: ms, p99Ms: null, cpuUs: null };
    } finally {
      client.release();
    }
  };
}

/** Makes addresses ours, as if they had been derived. */
export async function addAddresses(
  database: pg.Pool,
  space: string,
  addresses: readonly string[],
): Promise<void> {
  await database.query(
    `WITH space AS (UPDATE address_space SET derived = derived + $2 WHERE name = $3 RETURNING derived - $2 AS first)
     INSERT INTO deposit_address (space, index, address)
     SELECT $3, first + n - 1, address FROM space, unnest($1::text[]) WITH ORDINALITY AS t (address, n)`,
    [addresses, addresses.length, space],
  );
}
