import { headAt, newestHead } from './read-block.ts';
import type { TronNode } from './tron-node.ts';

/** From when to when a transaction is good. */
export interface Validity {
  /** The hash of a solidified block. */
  readonly reference: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Every twentieth block, about one a minute: who asks again within that asks for the same transaction. */
const EVERY = 20;
/** Where blocks came slower: else what is made now could be what has just expired. */
const MOST_BEHIND_MS = 120_000;

/**
 * For a transaction that is made now. It refers to a block that cannot be undone, so no fork makes it void, and expires by
 * that block's time: no clock of ours has a say in it.
 */
export async function validityNow(node: TronNode, lifetimeS: number): Promise<Validity> {
  const newest = await newestHead(node, 'solid');
  const round = await headAt(node, 'solid', newest.height - (newest.height % EVERY));
  const head = round !== null && newest.timeMs - round.timeMs <= MOST_BEHIND_MS ? round : newest;
  return { reference: head.hash, expiresAt: head.timeMs + lifetimeS * 1_000 };
}
