import type { SwapdeskClient } from '../../packages/client/src/client.ts';
import { BLOCK_PAUSE_MS } from './block-pause.ts';

/** Waits for something while blocks of these chains are mined: by themselves they come less often than tests want. */
export async function whileMining<T>(
  { testnet }: Pick<SwapdeskClient, 'testnet'>,
  chains: readonly string[],
  work: Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const mined = mine(testnet, chains, controller.signal);
  try {
    return await work;
  } finally {
    controller.abort();
    await mined;
  }
}

async function mine(testnet: SwapdeskClient['testnet'], chains: readonly string[], over: AbortSignal) {
  while (!over.aborted) {
    for (const chain of chains) await testnet.mine({ chain });
    await new Promise((done) => setTimeout(done, BLOCK_PAUSE_MS));
  }
}
