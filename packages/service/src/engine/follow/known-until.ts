import type { Chain } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';

const NOTE_EVERY_S = 5;

/** Notes up to when all that happened on a chain is known, every now and then. */
export class KnownUntil {
  private readonly chain: Chain;
  private notedAt = 0;

  constructor(chain: Chain) {
    this.chain = chain;
  }

  /** All of its blocks and its mempool have been seen as they were then, or later. */
  async note(engine: Engine, lease: Lease, then: number): Promise<void> {
    if (Math.abs(then - this.notedAt) < NOTE_EVERY_S) return;
    await underLease(engine.database, lease, (client) =>
      client.query({
        name: 'note-known-until',
        text: `
          INSERT INTO chain_known (chain_id, until) VALUES ($1, $2)
              ON CONFLICT (chain_id) DO UPDATE SET until = excluded.until`,
        values: [this.chain.id, then],
      }),
    );
    this.notedAt = then;
  }
}
