import { entropyToMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** A source of cryptographic randomness, such as `randomBytes` of node:crypto. */
export type RandomBytes = (length: number) => Uint8Array;

const ENTROPY_BYTES = 32;

/** A new BIP-39 mnemonic of 24 English words. */
export function generateMnemonic(randomBytes: RandomBytes): string {
  const entropy = randomBytes(ENTROPY_BYTES);
  if (entropy.length !== ENTROPY_BYTES) throw new RangeError(`expected ${ENTROPY_BYTES} random bytes`);
  return entropyToMnemonic(entropy, wordlist);
}

/** The 64-byte seed of a mnemonic, without a BIP-39 passphrase. Throws if a word or the checksum is wrong. */
export async function seedOf(mnemonic: string): Promise<Uint8Array> {
  if (!validateMnemonic(mnemonic, wordlist)) throw new RangeError('the mnemonic is not a valid BIP-39 one');
  return mnemonicToSeed(mnemonic);
}
