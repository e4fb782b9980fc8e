import type { Chain } from '../chains/chain.ts';
import { lastFollowed } from '../engine/followed.ts';
import type { Queryable } from '../store/database.ts';

/** How far a chain has been followed, and by whom. */
export interface ChainProgress {
  readonly chain: Chain;
  /** Null if it was never followed. */
  readonly height: number | null;
  /** Null if the node cannot be asked, or is not to be believed. */
  readonly tip: number | null;
  /** Why it cannot. */
  readonly trouble: string | null;
  readonly lease: LeaseState | null;
}

export interface LeaseState {
  readonly holder: string;
  readonly until: number;
}

export async function chainProgress(client: Queryable, chain: Chain): Promise<ChainProgress> {
  const last = await lastFollowed(client, chain.id);
  const lease = await leaseState(client, `chain ${chain.id}`);
  const height = last?.height ?? null;
  try {
    return { chain, height, tip: (await chain.tip()).height, trouble: null, lease };
  } catch (error) {
    return { chain, height, tip: null, trouble: (error as Error).message, lease };
  }
}

/** Who does some work and until when it is theirs; null if nobody ever did. */
export async function leaseState(client: Queryable, name: string): Promise<LeaseState | null> {
  const { rows } = await client.query<LeaseState>({
    name: 'lease-state',
    text: 'SELECT holder, until FROM lease WHERE name = $1',
    values: [name],
  });
  return rows[0] ?? null;
}

/** Blocks that there are but that have not been followed; null if nobody knows. */
export function blocksBehind({ height, tip }: Pick<ChainProgress, 'height' | 'tip'>): number | null {
  return tip === null ? null : Math.max(0, tip - (height ?? 0));
}
