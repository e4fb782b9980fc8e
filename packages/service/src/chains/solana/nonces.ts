import { base58 } from '@scure/base';
import { slotsAfter } from './balances.ts';
import { SYSTEM } from './program-ids.ts';
import { type ChainAccount, littleEndian, readAccounts } from './read-accounts.ts';
import type { Commitment } from './read-block.ts';
import type { RecentBlocks } from './recent-blocks.ts';
import { NONCE_BYTES } from './rent.ts';
import type { Rpc } from './solana-rpc.ts';

/** What nonce accounts hold, and as of which slot. */
export interface NonceValues {
  /** The node may have gone on while it told of many. */
  readonly from: number;
  readonly slot: number;
  readonly values: readonly (string | null)[];
}

/** Null for one that is not there, is not a nonce account, or obeys somebody else. */
export async function readNonceValues(
  rpc: Rpc,
  accounts: readonly string[],
  authority: string,
  commitment: Commitment,
): Promise<NonceValues> {
  const found = await readAccounts(rpc, accounts, commitment);
  return {
    from: Math.min(...found.map(({ slot }) => slot)),
    slot: Math.max(0, ...found.map(({ slot }) => slot)),
    values: found.map(({ account }) => account && valueIn(account, authority)),
  };
}

/**
 * What endpoints together say that accounts hold in their newest blocks: what the furthest of them says, if as many as must agree say so.
 * Else nobody can tell, and it is null: one that claims to be ahead may lie, and what is final tells soon.
 */
export function newestValues(told: readonly NonceValues[], quorum: number): readonly (string | null)[] {
  const [furthest] = told.toSorted((a, b) => b.slot - a.slot);
  return (furthest?.values ?? []).map((value, n) =>
    told.filter(({ values }) => values[n] === value).length >= quorum ? value : null,
  );
}

/**
 * The same at the end of a slot that is final. Null if the node is not there yet, or one of them has been used since: it does not know
 * any more what that held.
 */
export async function nonceValuesAt(
  rpc: Rpc,
  {
    accounts,
    authority,
    slot,
  }: { readonly accounts: readonly string[]; readonly authority: string; readonly slot: number },
  blocks: RecentBlocks,
): Promise<readonly (string | null)[] | null> {
  const now = await readNonceValues(rpc, accounts, authority, 'finalized');
  if (now.from < slot) return null;
  const names = new Set(accounts);
  for (const later of await slotsAfter(rpc, slot, now.slot)) {
    const block = await blocks.read(rpc, later);
    const isUsed = block?.transactions.some(({ transaction }) =>
      transaction.accountKeys.some(({ pubkey }) => names.has(pubkey)),
    );
    if (isUsed !== false) return null;
  }
  return now.values;
}

const CURRENT = 1n;
const OPEN = 1n;

function valueIn({ owner, data }: ChainAccount, authority: string): string | null {
  const isOurs =
    owner === SYSTEM &&
    data.length === NONCE_BYTES &&
    littleEndian(data, 0, 4) === CURRENT &&
    littleEndian(data, 4, 4) === OPEN &&
    base58.encode(data.subarray(8, 40)) === authority;
  return isOurs ? base58.encode(data.subarray(40, 72)) : null;
}
