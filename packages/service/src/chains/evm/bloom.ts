import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';

const BYTES = 256;

/** What a log puts into its block's bloom: its contract and its topics. */
export interface Blooming {
  readonly address: string;
  readonly topics: readonly string[];
}

/**
 * A block's own summary of its logs: three bits of 2,048 for each contract and topic. It never lacks what a log has
 * put in, so a node that answers without such a log contradicts the block.
 */
export class Bloom {
  private readonly bits: Uint8Array;

  constructor(text = `0x${'00'.repeat(BYTES)}`) {
    this.bits = hexToBytes(text.slice(2));
    if (this.bits.length !== BYTES) throw new RangeError('a bloom has 256 bytes');
  }

  static of(logs: readonly Blooming[]): Bloom {
    const bloom = new Bloom();
    const items = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]));
    for (const item of items) for (const [byte, bit] of places(item)) bloom.bits[byte]! |= bit;
    return bloom;
  }

  /** True if the block says that it has no logs at all, or if its chain does not tell. */
  get isEmpty(): boolean {
    return this.bits.every((byte) => byte === 0);
  }

  /** False only if no log of the block has this contract or topic. */
  mayHave(item: string): boolean {
    return places(item).every(([byte, bit]) => (this.bits[byte]! & bit) !== 0);
  }

  /** True if the block may have this log. */
  mayHaveLog({ address, topics }: Blooming): boolean {
    return [address, ...topics].every((item) => this.mayHave(item));
  }

  /** True if everything in this bloom is in the other. */
  isWithin(other: Bloom): boolean {
    return this.bits.every((byte, n) => (byte & ~other.bits[n]!) === 0);
  }
}

/** The byte and the bit in it of each of the three. */
function places(item: string): [byte: number, bit: number][] {
  const digest = keccak_256(hexToBytes(item.slice(2)));
  return [0, 2, 4].map((n) => {
    const place = ((digest[n]! << 8) | digest[n + 1]!) & 0x7ff;
    return [BYTES - 1 - (place >> 3), 1 << (place & 7)];
  });
}
