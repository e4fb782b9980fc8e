import { Contradiction } from '../rpc/endpoints.ts';
import { data } from './answers.ts';
import { BrokenMessage } from './protobuf.ts';
import type { TronTransaction } from './read-block.ts';
import { type Contract, decodeRaw, txidOf } from './transaction.ts';

/**
 * What a transaction does, by what was signed. Null if that cannot be read, or names others than the node says: then it counts for nothing,
 * and what came by it shows in a balance. Whoever can sign odd bytes must not keep a block from being followed.
 */
export function contractOf({ txid, raw, owner, to }: TronTransaction): Contract | null {
  const bytes = Buffer.from(data(raw), 'hex');
  // Its name is the hash of what was signed, so nobody can say that it did something else.
  if (txidOf(bytes) !== txid) throw new Contradiction(`what a node gives as transaction ${txid} is another`);
  const contract = readable(bytes);
  const paid = contract?.type === 'transfer' ? contract.to : null;
  return contract?.owner === owner && paid === to ? contract : null;
}

function readable(bytes: Uint8Array): Contract | null {
  try {
    return decodeRaw(bytes).contract;
  } catch (error) {
    if (error instanceof BrokenMessage) return null;
    throw error;
  }
}
