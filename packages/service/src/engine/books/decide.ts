import type { Chain } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';

/** What an operator wants to be booked is not so, or not now. The message says why, and what would do. */
export class NotBooked extends Error {
  override readonly name = 'NotBooked';
}

/**
 * For the transaction that books what an operator has decided: until it commits, the chain stands still in the store. Every
 * transaction of its work holds the lease's row.
 */
export async function holdStill(client: Queryable, chain: Chain): Promise<void> {
  await client.query('SELECT FROM lease WHERE name = $1 FOR UPDATE', [`chain ${chain.id}`]);
}
