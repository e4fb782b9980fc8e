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

/**
 * For a transaction that is made now. It refers to a block that cannot be undone, so no fork makes it void, and expires by
 * that block's time: no clock of ours has a say in it.
 */
export async function validityNow(node: TronNode, lifetimeS: number): Promise<Validity> {
  const { height } = await newestHead(node, 'solid');
  const head = await headAt(node, 'solid', height - (height % EVERY));
  if (head === null) throw new Error(`${node.host} lacks a block that it called solidified`);
  return { reference: head.hash, expiresAt: head.timeMs + lifetimeS * 1_000 };
}
