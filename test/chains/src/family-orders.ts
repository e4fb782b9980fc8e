import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { encodeVersionedHash } from '../../../packages/service/src/chains/base58check.ts';
import type { FamilyAsset } from './family-networks.ts';
import type { FamilyOrder, FamilyWorld } from './family-world.ts';

const COMPLETED = 4;
const TRON_VERSION = 0x41;

/** What is exchanged for what, in turn: each is paid out on one network and brought in on the other. */
const PAIRS: readonly (Pick<FamilyOrder, 'from' | 'quantity' | 'to'> & { readonly units: bigint })[] = [
  { from: 'Solana:SOL', quantity: 2, units: 2_000_000_000n, to: 'TRON:USDT' },
  { from: 'TRON:USDT', quantity: 300, units: 300_000_000n, to: 'Solana:USDC' },
  { from: 'Solana:USDC', quantity: 300, units: 300_000_000n, to: 'TRON:TRX' },
  { from: 'TRON:TRX', quantity: 1_200, units: 1_200_000_000n, to: 'Solana:SOL' },
];

/** An address that nobody else has. */
function newReceiver(asset: FamilyAsset): string {
  return asset.startsWith('TRON')
    ? encodeVersionedHash({ version: TRON_VERSION, hash: randomBytes(20) })
    : base58.encode(ed25519.getPublicKey(randomBytes(32)));
}

/** Clients, of whom some are always waiting for their exchange. */
export class FamilyOrders {
  private readonly world: FamilyWorld;
  private next: (FamilyOrder & { readonly units: bigint }) | null = null;
  /** How many were placed and paid. */
  count = 0;

  constructor(world: FamilyWorld) {
    this.world = world;
  }

  /** Places and pays orders until so many are open; fewer, if the service does not answer. */
  async open(wanted: number): Promise<void> {
    for (let open = this.count - (await this.completed()); open < wanted; open++) {
      const pair = PAIRS[this.count % PAIRS.length] as (typeof PAIRS)[number];
      this.next ??= { ...pair, receiver: newReceiver(pair.to), id: `order-${this.count}` };
      const address = await this.world.place(this.next);
      if (address === null) return;
      this.world.networks.pay(this.next.from, address, this.next.units);
      this.next = null;
      this.count++;
    }
  }

  /** True if every order is completed, and all that came for it was brought in. */
  async areDone(): Promise<boolean> {
    return (await this.completed()) === this.count && (await this.world.isAtRest());
  }

  private async completed(): Promise<number> {
    return (await this.world.countByStatus())[COMPLETED] ?? 0;
  }
}
