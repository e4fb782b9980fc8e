import type { Endpoints } from '../rpc/endpoints.ts';
import type { Rpc } from './evm-rpc.ts';
import { count } from './hex.ts';

/** For those who ask without a look. What is finalized stays so: an older answer is too low at worst. What is safe may go back. */
const KEPT_MS = 10_000;

/** Up to where blocks are final by the chain's own word, asked once for all the blocks that are followed at a look. */
export class FinalBlock {
  private readonly nowMs: () => number;
  private kept: { readonly height: number; readonly until: number } | null = null;

  constructor(nowMs = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** A new look begins. */
  forget(): void {
    this.kept = null;
  }

  async read(endpoints: Endpoints<Rpc>, finality: 'finalized' | 'safe'): Promise<number> {
    if (this.kept !== null && this.nowMs() < this.kept.until) return this.kept.height;
    const height = await endpoints.reached(`the ${finality} block`, (rpc) => finalHeight(rpc, finality));
    if (finality === 'finalized') this.kept = { height, until: this.nowMs() + KEPT_MS };
    return height;
  }
}

async function finalHeight(rpc: Rpc, finality: 'finalized' | 'safe'): Promise<number> {
  const block = await rpc.call<{ number: string } | null>('eth_getBlockByNumber', [finality, false]);
  if (block === null) throw new Error(`${rpc.host} has no ${finality} block yet`);
  return count(block.number);
}
