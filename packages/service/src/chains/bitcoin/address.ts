import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { unfitText } from '../address-text.ts';
import {
  decodeVersionedHash,
  encodeVersionedHash,
  looksLikeVersionedHash,
  type VersionedHash,
} from '../base58check.ts';
import {
  type AddressForm,
  type AddressKind,
  type AddressVerdict,
  accept,
  type Network,
  refuse,
} from '../family.ts';
import { COINS, type CoinParams, received } from './params.ts';
import { encodeKeyHash, encodeTaprootKey, isTaproot, segwitFault, segwitPrefix } from './segwit.ts';
import { taprootOutputKey } from './taproot.ts';

/** The addresses of one coin of the Bitcoin family. */
export function bitcoinForm(coin: CoinParams): AddressForm {
  return {
    curve: 'secp256k1',
    check: (text, network) => check(coin, text, network),
    kinds: coin.taprootAccount === null ? ['usual'] : ['usual', 'taproot'],
    kindOf: (address) => (isTaproot(Object.values(coin.prefixes).flat(), address) ? 'taproot' : 'usual'),
    encode: (publicKey, network, kind = 'usual') => encode(coin, publicKey, network, kind),
    accountPath: (network, kind = 'usual') => accountOf(coin, kind)[network],
  };
}

function check(coin: CoinParams, text: string, network: Network): AddressVerdict {
  const unfit = unfitText(text);
  if (unfit) return unfit;

  // Base58 first: a Litecoin address in base58 may begin with "LTC1", a segwit one never passes as base58check.
  const legacy = decodeVersionedHash(text);
  if (legacy) return checkLegacy(coin, text, legacy, network);

  const prefix = segwitPrefix(text);
  const known = prefix !== null && (coin.refused.has(prefix) || COINS.some((any) => hasPrefix(any, prefix)));
  if (known) return checkSegwit(coin, text, prefix, network);

  if (looksLikeVersionedHash(text))
    return refuse('CHECKSUM', 'The checksum does not match: a character is missing or mistyped');
  return refuse('FORM', `${coin.name} addresses start with ${coin.beginnings[network]}`);
}

function checkLegacy(coin: CoinParams, text: string, { version, hash }: VersionedHash, network: Network) {
  const reason = coin.refused.get(version);
  if (reason) return refuse('FORM_NOT_TAKEN', reason);
  const versions = [...received(coin.keyHash, network), ...received(coin.scriptHash, network)];
  if (!versions.includes(version)) return refuseForeign(coin, hasVersion, version, network);
  if (hash.every((byte) => byte === 0)) return refuse('LOST', 'Nobody holds the key of this address');
  return accept(text);
}

function checkSegwit(coin: CoinParams, text: string, prefix: string, network: Network) {
  const reason = coin.refused.get(prefix);
  if (reason) return refuse('FORM_NOT_TAKEN', reason);
  if (!received(coin.prefixes, network).includes(prefix))
    return refuseForeign(coin, hasPrefix, prefix, network);
  return segwitFault(text) ?? accept(text.toLowerCase());
}

function refuseForeign<T>(
  coin: CoinParams,
  has: (coin: CoinParams, mark: T) => boolean,
  mark: T,
  network: Network,
) {
  const hint = `${coin.name} addresses start with ${coin.beginnings[network]}`;
  if (has(coin, mark)) return refuse('TEST_NETWORK', `This is an address of the test network; ${hint}`);
  const owner = COINS.find((other) => has(other, mark));
  return owner ? refuse('OTHER_CHAIN', `This is a ${owner.name} address; ${hint}`) : refuse('FORM', hint);
}

function hasPrefix(coin: CoinParams, prefix: string): boolean {
  return Object.values(coin.prefixes).flat().includes(prefix);
}

function hasVersion(coin: CoinParams, version: number): boolean {
  return [coin.keyHash, coin.scriptHash].flatMap((forms) => Object.values(forms).flat()).includes(version);
}

function accountOf(coin: CoinParams, kind: AddressKind): CoinParams['account'] {
  const account = kind === 'taproot' ? coin.taprootAccount : coin.account;
  if (account === null) throw new RangeError(`${coin.name} has no ${kind} addresses`);
  return account;
}

function encode(coin: CoinParams, publicKey: Uint8Array, network: Network, kind: AddressKind): string {
  if (publicKey.length !== 33) throw new RangeError('a compressed secp256k1 key has 33 bytes');
  const prefix = coin.prefixes[network][0];
  if (kind === 'taproot') {
    if (prefix === undefined) throw new RangeError(`${coin.name} has no taproot addresses`);
    return encodeTaprootKey(prefix, taprootOutputKey(publicKey));
  }
  const hash = ripemd160(sha256(publicKey));
  return prefix
    ? encodeKeyHash(prefix, hash)
    : encodeVersionedHash({ version: coin.keyHash[network][0]!, hash });
}
