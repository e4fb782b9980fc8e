import type { Commitment } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { base58Text, bytesOf, count, lamportsUpTo } from './values.ts';

/** Nodes tell of no more accounts at once. */
const MOST_AT_ONCE = 100;

export interface ChainAccount {
  /** `INEXACT` of whoever has that or more: of strangers it matters only whether they have enough. */
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Uint8Array;
}

/** An account as of a slot; null if there is none. */
export interface AccountAt {
  readonly slot: number;
  readonly account: ChainAccount | null;
}

interface Answer {
  readonly context: { readonly slot: number };
  readonly value: readonly ({ lamports: number; owner: string; data: unknown } | null)[];
}

/** What accounts are, each as of the slot at which the node answered. `slice`: only so much of their bytes is needed. */
export async function readAccounts(
  rpc: Rpc,
  addresses: readonly string[],
  commitment: Commitment,
  slice?: { readonly offset: number; readonly length: number },
): Promise<AccountAt[]> {
  const found: AccountAt[] = [];
  for (let from = 0; from < addresses.length; from += MOST_AT_ONCE) {
    const part = addresses.slice(from, from + MOST_AT_ONCE);
    const options = { commitment, encoding: 'base64', ...(slice && { dataSlice: slice }) };
    const { context, value } = await rpc.call<Answer>('getMultipleAccounts', [part, options]);
    const slot = count(context.slot);
    if (value.length !== part.length) throw new Error(`${rpc.host} leaves out accounts`);
    for (const each of value) found.push({ slot, account: each && accountOf(each) });
  }
  return found;
}

function accountOf(told: { lamports: number; owner: string; data: unknown }): ChainAccount {
  return { lamports: lamportsUpTo(told.lamports), owner: base58Text(told.owner), data: bytesOf(told.data) };
}

/** Numbers in accounts begin with their lowest byte. */
export function littleEndian(data: Uint8Array, offset: number, length: number): bigint {
  let value = 0n;
  for (let n = length - 1; n >= 0; n--) value = (value << 8n) | BigInt(data[offset + n] ?? 0);
  return value;
}
