import { AccountChanges } from './account-changes.ts';
import { littleEndian, readAccounts } from './read-accounts.ts';
import type { RecentBlocks } from './recent-blocks.ts';
import type { Rpc } from './solana-rpc.ts';
import { count, INEXACT, unexpected } from './values.ts';

/** Where a token account says how much it holds. */
const AMOUNT = { offset: 64, length: 8 } as const;
const NOTHING = { offset: 0, length: 0 } as const;
/** Further back nobody counts: each block has to be read for it. */
const MOST_BLOCKS = 40;

/** What is to be known. */
export interface Wanted {
  /** Wallets, or accounts of a token. */
  readonly accounts: readonly string[];
  readonly isToken: boolean;
  /** As of the end of this slot's block. */
  readonly slot: number;
}

/**
 * What accounts held at a block. Nodes know what they hold now alone; so of all that was changed since, the first block that
 * changed it says what it held before. Null if the node is not at the block yet, or too far beyond.
 */
export async function balancesAt(
  rpc: Rpc,
  { accounts, isToken, slot }: Wanted,
  blocks: RecentBlocks,
): Promise<bigint[] | null> {
  const now = await readAccounts(rpc, accounts, 'finalized', isToken ? AMOUNT : NOTHING);
  if (now.some((each) => each.slot < slot)) return null;
  const held = now.map(({ account }) => {
    if (account === null) return 0n;
    if (isToken) return littleEndian(account.data, 0, AMOUNT.length);
    if (account.lamports >= INEXACT) throw unexpected('an amount', Number(account.lamports));
    return account.lamports;
  });
  const newest = Math.max(slot, ...now.map((each) => each.slot));
  const later = await slotsAfter(rpc, slot, newest);
  if (later.length > MOST_BLOCKS) return null;
  const places = new Map(accounts.map((account, n) => [account, n]));
  // From the newest back, so that the earliest has the last word.
  for (const each of later.reverse()) {
    const block = await blocks.read(rpc, each);
    if (block === null) return null;
    for (const told of [...block.transactions].reverse()) {
      for (const { pubkey } of told.transaction.accountKeys) {
        const n = places.get(pubkey);
        // What was read before this block knew nothing of it.
        if (n === undefined || each > (now[n]?.slot ?? 0)) continue;
        held[n] = new AccountChanges(told).heldBefore(pubkey, isToken) ?? 0n;
      }
    }
  }
  return held;
}

/** The slots with blocks after one, up to another that has one. */
export async function slotsAfter(rpc: Rpc, slot: number, newest: number): Promise<number[]> {
  if (newest <= slot) return [];
  const slots = await rpc.call<unknown>('getBlocks', [slot + 1, newest, { commitment: 'finalized' }]);
  if (!Array.isArray(slots)) throw unexpected('a list of slots', slots);
  if (slots.at(-1) !== newest)
    throw new Error(`${rpc.host} contradicts itself: it has no block in slot ${newest}`);
  return slots.map(count);
}
