import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { nonceAccountOf, nonceSeed } from './derived-address.ts';
import type { Instruction, ReadInstruction } from './message.ts';
import {
  ASSOCIATED,
  COMPUTE_BUDGET,
  RECENT_BLOCKHASHES,
  RENT,
  SYSTEM,
  type TokenProgram,
} from './program-ids.ts';
import { NONCE_BYTES, NONCE_RENT } from './rent.ts';

/** What payments tell the programs of the chain, byte for byte. */

const u32 = (value: number) => little(BigInt(value), 4);
const u64 = (value: bigint) => little(value, 8);
const key = (address: string) => base58.decode(address);

function little(value: bigint, length: number): Uint8Array {
  if (value < 0n || value >> BigInt(length * 8) !== 0n) throw new RangeError(`${value} does not fit`);
  return Uint8Array.from({ length }, (_, n) => Number((value >> BigInt(n * 8)) & 0xffn));
}

export function limitCompute(units: number): Instruction {
  return { program: COMPUTE_BUDGET, accounts: [], data: concatBytes(Uint8Array.of(2), u32(units)) };
}

/** In millionths of a lamport for each unit of compute. */
export function offerFee(microLamports: bigint): Instruction {
  return { program: COMPUTE_BUDGET, accounts: [], data: concatBytes(Uint8Array.of(3), u64(microLamports)) };
}

const ADVANCE = 4;

/** Uses up what a nonce account holds. It has to be the first instruction of all. */
export function advanceNonce(account: string, authority: string): Instruction {
  return {
    program: SYSTEM,
    accounts: [
      { address: account, changes: true },
      { address: RECENT_BLOCKHASHES },
      { address: authority, signs: true },
    ],
    data: u32(ADVANCE),
  };
}

/** Which nonce account a transaction's instructions begin with advancing, and by whose word; null if they do something else. */
export function advancedBy([first]: readonly ReadInstruction[]): {
  readonly account: string;
  readonly authority: string;
} | null {
  if (first?.program !== SYSTEM || first.data.length < 4) return null;
  const [low, ...high] = first.data.subarray(0, 4);
  const [account, , authority] = first.accounts;
  if (low !== ADVANCE || high.some((byte) => byte !== 0)) return null;
  return account === undefined || authority === undefined ? null : { account, authority };
}

/**
 * Makes the treasury's nonce account of a number, with the rent that it keeps, and lets it hold its first value. Step by step: what creates an
 * account at once fails where something lies there already, and anybody may send something to an address that follows from ours.
 */
export function openNonce(treasury: string, number: number): Instruction[] {
  const account = nonceAccountOf(treasury, number);
  const seed = utf8ToBytes(nonceSeed(number));
  const allocate = concatBytes(
    u32(9),
    key(treasury),
    u64(BigInt(seed.length)),
    seed,
    u64(BigInt(NONCE_BYTES)),
    key(SYSTEM),
  );
  return [
    transferNative(treasury, account, NONCE_RENT),
    {
      program: SYSTEM,
      accounts: [
        { address: account, changes: true },
        { address: treasury, signs: true },
      ],
      data: allocate,
    },
    {
      program: SYSTEM,
      accounts: [{ address: account, changes: true }, { address: RECENT_BLOCKHASHES }, { address: RENT }],
      data: concatBytes(u32(6), key(treasury)),
    },
  ];
}

export function transferNative(from: string, to: string, lamports: bigint): Instruction {
  return {
    program: SYSTEM,
    accounts: [
      { address: from, signs: true, changes: true },
      { address: to, changes: true },
    ],
    data: concatBytes(u32(2), u64(lamports)),
  };
}

export interface TokenPlace {
  readonly mint: string;
  readonly program: TokenProgram;
}

/** Opens an owner's associated account of a mint, unless it is there. */
export function openTokenAccount(
  payer: string,
  account: string,
  owner: string,
  { mint, program }: TokenPlace,
): Instruction {
  return {
    program: ASSOCIATED,
    accounts: [
      { address: payer, signs: true, changes: true },
      { address: account, changes: true },
      { address: owner },
      { address: mint },
      { address: SYSTEM },
      { address: program },
    ],
    data: Uint8Array.of(1),
  };
}

/** Names the mint and its decimals, so that neither can be mistaken. */
export function transferToken(
  move: { readonly from: string; readonly to: string; readonly owner: string; readonly units: bigint },
  { mint, program }: TokenPlace,
  decimals: number,
): Instruction {
  return {
    program,
    accounts: [
      { address: move.from, changes: true },
      { address: mint },
      { address: move.to, changes: true },
      { address: move.owner, signs: true },
    ],
    data: concatBytes(Uint8Array.of(12), u64(move.units), Uint8Array.of(decimals)),
  };
}

/** Closes an empty token account. What it kept as rent goes to whoever is named. */
export function closeTokenAccount(
  account: string,
  rentTo: string,
  owner: string,
  program: TokenProgram,
): Instruction {
  return {
    program,
    accounts: [
      { address: account, changes: true },
      { address: rentTo, changes: true },
      { address: owner, signs: true },
    ],
    data: Uint8Array.of(9),
  };
}
