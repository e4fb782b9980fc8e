import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** A source of cryptographic randomness, such as `randomBytes` of node:crypto. */
export type RandomBytes = (length: number) => Uint8Array;

const ENTROPY_BYTES = 32;
const WORD_COUNTS = [12, 15, 18, 21, 24];
/** As BIP-39 says. */
const SEED = { salt: 'mnemonic', rounds: 2_048, bytes: 64, digest: 'sha512' };

/** A new BIP-39 mnemonic of 24 English words. */
export function generateMnemonic(randomBytes: RandomBytes): string {
  const entropy = randomBytes(ENTROPY_BYTES);
  if (entropy.length !== ENTROPY_BYTES) throw new RangeError(`expected ${ENTROPY_BYTES} random bytes`);
  return entropyToMnemonic(entropy, wordlist);
}

/** Words as people type them: any case, any white space between them. */
export function tidyMnemonic(text: string): string {
  return text.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ');
}

/** What is wrong with a mnemonic, for a person; null if nothing is. Never repeats a word of it. */
export function mnemonicFault(mnemonic: string): string | null {
  const words = mnemonic === '' ? [] : mnemonic.split(' ');
  if (!WORD_COUNTS.includes(words.length))
    return `A mnemonic has ${WORD_COUNTS.slice(0, -1).join(', ')} or ${WORD_COUNTS.at(-1)} words; there are ${words.length}.`;
  const unknown = words.flatMap((word, n) => (wordlist.includes(word) ? [] : [n + 1]));
  if (unknown.length > 0) return `Not in the English list of BIP-39: word ${unknown.join(', ')}.`;
  if (!validateMnemonic(mnemonic, wordlist))
    return 'The checksum does not match: a word is another one, or in another place.';
  return null;
}

/** The 64-byte seed of a mnemonic, without a BIP-39 passphrase. Throws if a word or the checksum is wrong. */
export async function seedOf(mnemonic: string): Promise<Uint8Array> {
  if (!validateMnemonic(mnemonic, wordlist)) throw new RangeError('the mnemonic is not a valid BIP-39 one');
  // Node's own, as the library's takes a tenth of a second, at every start.
  const { salt, rounds, bytes, digest } = SEED;
  return Uint8Array.from(await promisify(pbkdf2)(mnemonic.normalize('NFKD'), salt, rounds, bytes, digest));
}
