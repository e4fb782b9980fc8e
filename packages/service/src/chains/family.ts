import type { AddressFault } from '@swapdesk/contract';
import { BITCOIN_CHAINS, type CoinSpace } from './known/bitcoin-chains.ts';
import { SOLANA_CHAINS, type SolanaSpace } from './known/solana-chains.ts';
import { TRON_CHAINS, type TronSpace } from './known/tron-chains.ts';
import type { Network } from './network.ts';

/** What every chain family can say about addresses, free of the family's own details. */

export type { Network };

/**
 * Chains whose addresses have the same form and come from the same keys share one space;
 * an address of a space is given to one order only.
 */
export type AddressSpace = CoinSpace | 'evm' | TronSpace | SolanaSpace;

/** Those in which money is coins that are spent whole; in the others it is the balance of an account. */
export const COIN_SPACES: readonly AddressSpace[] = BITCOIN_CHAINS.map(({ space }) => space);

/** Those of accounts whose transactions have no nonces, but expire. */
export const EXPIRY_SPACES: readonly AddressSpace[] = TRON_CHAINS.map(({ space }) => space);

/** Those of accounts whose transactions exclude each other by nonce accounts. */
export const DURABLE_SPACES: readonly AddressSpace[] = SOLANA_CHAINS.map(({ space }) => space);

export const ADDRESS_SPACES: readonly AddressSpace[] = [
  ...COIN_SPACES,
  'evm',
  ...EXPIRY_SPACES,
  ...DURABLE_SPACES,
];

/**
 * What a deposit address is. Every space has its usual kind; where there is taproot too, an operator may choose it. Each
 * kind has the keys of an account of its own, where other wallets look for them.
 */
export type AddressKind = 'usual' | 'taproot';

/** Why a text is no address that can be paid: `reason` is for a person and never repeats the text. */
export interface RefusedAddress {
  readonly valid: false;
  readonly fault: AddressFault;
  readonly reason: string;
}

/** `address` is the canonical form: EIP-55, lower-case bech32. */
export type AddressVerdict = { readonly valid: true; readonly address: string } | RefusedAddress;

export interface AddressForm {
  readonly curve: 'secp256k1' | 'ed25519';
  /** The kinds of deposit address that there are. */
  readonly kinds: readonly AddressKind[];
  /** Of which kind an address of ours is: the address itself tells. */
  kindOf(address: string): AddressKind;
  /** May this text receive on the network? On 'test' and 'regtest' all forms are accepted. Never throws. */
  check(text: string, network: Network): AddressVerdict;
  /** The deposit address of a public key: 33 bytes compressed secp256k1, or 32 bytes ed25519. */
  encode(publicKey: Uint8Array, network: Network, kind?: AddressKind): string;
  /** The account's path. Deposit keys are <account>/0/<index> on secp256k1, <account>/<index>'/0' on ed25519. */
  accountPath(network: Network, kind?: AddressKind): string;
  /** How blocks write an address of ours, null if none can; absent: as everybody does. */
  asInBlocks?(address: string): string | null;
}

/** Where there is no choice. */
export const ONE_KIND: Pick<AddressForm, 'kinds' | 'kindOf'> = { kinds: ['usual'], kindOf: () => 'usual' };

export interface PaymentUriParts {
  address: string;
  /** Exact decimal in whole coins. */
  amount: string;
  /** The same amount in base units. */
  units: bigint;
  /** Token contract or mint; null for the chain's own coin. */
  contract: string | null;
  /** EIP-155 chain id; null outside EVM. */
  chainId: number | null;
}

export function accept(address: string): AddressVerdict {
  return { valid: true, address };
}

export function refuse(fault: AddressFault, reason: string): RefusedAddress {
  return { valid: false, fault, reason };
}
