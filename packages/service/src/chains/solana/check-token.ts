import { isTokenProgram, TOKEN_2022, type TokenProgram } from './program-ids.ts';
import { littleEndian, readAccounts } from './read-accounts.ts';
import type { Rpc } from './solana-rpc.ts';

/** What the operator should know of a token before it is traded. */
export interface MintFacts {
  readonly program: TokenProgram;
  readonly decimals: number;
  /** True if a part of what is sent is kept, or will be. */
  readonly takesFee: boolean;
  /** True if what is sent would not arrive, or not whole: it cannot be exchanged. */
  readonly isRefused: boolean;
  /** What else is unlike ordinary money, in words; null if nothing. */
  readonly oddity: string | null;
}

const MINT_BYTES = 82;
const DECIMALS_AT = 44;
/** Extensions begin behind what a token account has, so that neither is taken for the other. */
const KIND_AT = 165;
const KIND_MINT = 1;
/** Extensions by their number: those that change what a transfer does. */
const TRANSFER_FEE = 1;
const ODDITIES: ReadonlyMap<number, string> = new Map([
  [4, 'its amounts can be hidden'],
  [6, 'new accounts of it are frozen'],
  [9, 'it cannot be transferred'],
  [12, 'somebody may take it from every account'],
  [14, 'a program of somebody decides on every transfer'],
  [26, 'it can be paused'],
]);
/** Those with which deposits or payouts would fail. */
const REFUSED = [6, 9, 14];

/** Null if there is no mint at this address. */
export async function checkToken(rpc: Rpc, mint: string): Promise<MintFacts | null> {
  const [found] = await readAccounts(rpc, [mint], 'finalized');
  const account = found?.account ?? null;
  if (account === null || !isTokenProgram(account.owner)) return null;
  return mintFacts(account.owner, account.data);
}

/** What a mint's bytes say. */
export function mintFacts(program: TokenProgram, data: Uint8Array): MintFacts | null {
  const isMint = data.length === MINT_BYTES || (program === TOKEN_2022 && data[KIND_AT] === KIND_MINT);
  if (!isMint || data[DECIMALS_AT + 1] !== 1) return null;
  const extensions = extensionsOf(data);
  const fees = extensions.get(TRANSFER_FEE);
  const odd = [...extensions.keys()].flatMap((type) => ODDITIES.get(type) ?? []);
  const takesFee = fees !== undefined && mayTakeFee(fees);
  return {
    program,
    decimals: data[DECIMALS_AT] as number,
    takesFee,
    isRefused: takesFee || REFUSED.some((type) => extensions.has(type)),
    oddity: odd.length === 0 ? null : odd.join(', '),
  };
}

function extensionsOf(data: Uint8Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  for (let at = KIND_AT + 1; at + 4 <= data.length; ) {
    const type = Number(littleEndian(data, at, 2));
    const length = Number(littleEndian(data, at + 2, 2));
    if (type === 0) break;
    found.set(type, data.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

/** Two authorities, what is withheld; then the fee of before and the one that begins with an epoch, each with its epoch and its most. */
const OLDER_FEE_AT = 88;
const NEWER_FEE_AT = 106;

function mayTakeFee(config: Uint8Array): boolean {
  return [OLDER_FEE_AT, NEWER_FEE_AT].some((at) => littleEndian(config, at, 2) !== 0n);
}
