import { toHex } from './account.ts';
import { list, units, whole } from './answers.ts';
import type { TronNode } from './tron-node.ts';

/** What an account has staked for energy, and what that gives. */
export interface Stake {
  /** What can be delegated now, in units of TRX: neither delegated already, nor used within the day. */
  readonly free: bigint;
  /** All TRX that are staked for energy, by anybody, share so much of it a day. */
  readonly energyLimit: bigint;
  readonly energyWeight: bigint;
  /** What the account has for bytes, without paying for it. */
  readonly bandwidth: number;
}

const ENERGY = 1;

export async function readStake(node: TronNode, account: string): Promise<Stake> {
  const address = toHex(account);
  const [most, told] = await Promise.all([
    node.wallet<{ max_size?: number }>('getcandelegatedmaxsize', { owner_address: address, type: ENERGY }),
    node.wallet<Record<string, number>>('getaccountresource', { address }),
  ]);
  const staked = whole(told.NetLimit) - whole(told.NetUsed);
  const everybodys = whole(told.freeNetLimit) - whole(told.freeNetUsed);
  const energyLimit = units(told.TotalEnergyLimit);
  return {
    // A node that does not say what is shared has nothing to share.
    free: energyLimit === 0n ? 0n : units(most.max_size),
    energyLimit: energyLimit === 0n ? 1n : energyLimit,
    energyWeight: units(told.TotalEnergyWeight),
    bandwidth: Math.max(0, staked, everybodys),
  };
}

/** The TRX of an account whose energy an address has now, as far as it can be taken back. */
export async function readLent(node: TronNode, account: string, address: string): Promise<bigint> {
  const { delegatedResource } = await node.wallet<{
    delegatedResource?: { frozen_balance_for_energy?: number; expire_time_for_energy?: number }[];
  }>('getdelegatedresourcev2', { fromAddress: toHex(account), toAddress: toHex(address) });
  // What the account itself has locked is its own business.
  return list(delegatedResource)
    .filter((each) => whole(each.expire_time_for_energy) === 0)
    .reduce((sum, each) => sum + units(each.frozen_balance_for_energy), 0n);
}

interface NodePermission {
  readonly id?: number;
  readonly threshold?: number;
  /** A bit for each kind of contract, hexadecimal. */
  readonly operations?: string;
  readonly keys?: readonly { readonly address: string; readonly weight?: number }[];
}

/** The kinds of contract by which energy is lent and taken back. */
const LOANS = [57, 58];

/** Whether an account lets a key lend its energy and take it back. */
export async function isPermitted(
  node: TronNode,
  { account, permission }: { readonly account: string; readonly permission: number },
  key: string,
): Promise<boolean> {
  const { active_permission } = await node.wallet<{ active_permission?: NodePermission[] }>('getaccount', {
    address: toHex(account),
  });
  const found = list(active_permission).find(({ id }) => whole(id) === permission);
  if (found === undefined) return false;
  const operations = Buffer.from(found.operations ?? '', 'hex');
  const own = list(found.keys).find(({ address }) => address.toLowerCase() === toHex(key));
  const isAllowed = (kind: number) => ((operations[kind >> 3] ?? 0) & (1 << (kind & 7))) !== 0;
  return own !== undefined && whole(own.weight) >= whole(found.threshold) && LOANS.every(isAllowed);
}
