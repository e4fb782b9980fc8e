import type { Watch } from '../chain.ts';
import { NotTheNode } from './endpoints.ts';

/**
 * What is watched, asked once a block has been read: no address is younger than a block that pays to it. Of the same
 * block every endpoint is asked for the same.
 */
export function oncePerBlock(watch: () => Promise<Watch>): (blockHash: string) => Promise<Watch> {
  const asked = new Map<string, Promise<Watch>>();
  return (blockHash) => {
    const answer = asked.get(blockHash) ?? watch().catch((error) => Promise.reject(new NotTheNode(error)));
    asked.set(blockHash, answer);
    return answer;
  };
}
