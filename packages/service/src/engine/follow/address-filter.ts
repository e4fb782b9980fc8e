/** Bits for each address: about one stranger in five thousand passes. Each that does costs a look into a cold index. */
const BITS_EACH = 24;
/** A block has eight words of 32 bits, in each of which an address has one bit: one line of the processor's cache. */
const WORDS = 8;
const SMALLEST = 4_096;
/** The end of an address is as random as all of it, and quicker to read. */
export const TAIL = 12;

/** Odd numbers with well mixed bits, one for each word: they choose the address's bit in it. */
const SALTS = Int32Array.of(
  ...[0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31],
);

/**
 * A set of addresses that takes three bytes for each: it never denies one that was added, and denies almost every other
 * (a Bloom filter whose bits for one address lie together). It grows by layers, each as large as all before it.
 */
export class AddressFilter {
  private readonly layers: Int32Array[] = [];
  private size = 0;
  private capacity = 0;

  /** Makes room for this many more at once, so that they need one layer. */
  expect(count: number): void {
    const lacking = this.size + count - this.capacity;
    if (lacking <= 0) return;
    const room = Math.max(lacking, this.capacity, SMALLEST);
    this.layers.push(new Int32Array(Math.ceil((room * BITS_EACH) / (WORDS * 32)) * WORDS));
    this.capacity += room;
  }

  add(address: string): void {
    this.expect(1);
    const layer = this.layers.at(-1) as Int32Array;
    const { block, key } = placeOf(address, layer);
    for (let word = 0; word < WORDS; word++) {
      layer[block + word] = (layer[block + word] as number) | bitOf(key, word);
    }
    this.size++;
  }

  /** False only for an address that was never added. */
  mayHave(address: string): boolean {
    return this.layers.some((layer) => {
      const { block, key } = placeOf(address, layer);
      for (let word = 0; word < WORDS; word++) {
        if (((layer[block + word] as number) & bitOf(key, word)) === 0) return false;
      }
      return true;
    });
  }
}

/** Where an address's block begins, and what chooses its bits there: two hashes (FNV-1a) of its end. */
function placeOf(address: string, layer: Int32Array): { block: number; key: number } {
  let place = 0x811c9dc5;
  let key = 0x2f0b4a27;
  for (let n = Math.max(0, address.length - TAIL); n < address.length; n++) {
    // Capitals and small letters alike: that some chains care would cost those that do not a hash for each stranger.
    const code = address.charCodeAt(n) | 0x20;
    place = Math.imul(place ^ code, 0x01000193);
    key = Math.imul(key ^ code, 0x5bd1e995);
    key ^= key >>> 15;
  }
  place ^= place >>> 16;
  const blocks = layer.length / WORDS;
  return { block: ((place >>> 0) % blocks) * WORDS, key };
}

function bitOf(key: number, word: number): number {
  return 1 << (Math.imul(key, SALTS[word] as number) >>> 27);
}
