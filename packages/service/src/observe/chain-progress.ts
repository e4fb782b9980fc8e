import type { Chain } from '../chains/chain.ts';
import { lastFollowed } from '../engine/followed.ts';
import type { Queryable } from '../store/database.ts';

/** How far a chain has been followed, and by whom. */
export interface ChainProgress {
  readonly chain: Chain;
  /** Null if it was never followed. */
  readonly height: number | null;
  readonly tip: number;
  readonly lease: LeaseState | null;
}

export interface LeaseState {
  readonly holder: string;
  readonly until: number;
}

export async function chainProgress(client: Queryable, chain: Chain): Promise<ChainProgress> {
  const last = await lastFollowed(client, chain.id);
  const { height: tip } = await chain.tip();
  return { chain, height: last?.height ?? null, tip, lease: await leaseState(client, `chain ${chain.id}`) };
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

/** Blocks that there are but that have not been followed. */
export function blocksBehind({ height, tip }: Pick<ChainProgress, 'height' | 'tip'>): number {
  return Math.max(0, tip - (height ?? 0));
}
