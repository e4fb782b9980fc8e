import type { LoanContract } from '../transaction.ts';
import type { LedgerAccount, LedgerState } from './ledger-state.ts';
import { NotTaken } from './not-taken.ts';

/** Stake 2.0, as far as energy goes: what it gives, how it comes back, who has it. */

/** All TRX that are staked for energy share so much of it a day. */
export const ENERGY = { limit: 180_000_000_000n, weight: 19_228_279_187n };
const TRX = 1_000_000n;
const DAY_MS = 86_400_000;

/** What so many units of TRX give. */
export function energyOf(units: bigint): number {
  return Number((units * ENERGY.limit) / (ENERGY.weight * TRX));
}

/** The units of TRX that give so much. */
function stakeOf(energy: number): bigint {
  return (BigInt(energy) * TRX * ENERGY.weight) / ENERGY.limit;
}

export function energyLimitOf({ energyLimit, frozen, acquired }: LedgerAccount): number {
  return energyLimit + energyOf(frozen + acquired);
}

/** What is used of it: evenly less within a day. */
export function energyUsedBy({ energyUsed, energyUsedAt }: LedgerAccount, nowMs: number): number {
  if (energyUsedAt === 0) return energyUsed;
  const left = Math.max(0, DAY_MS - (nowMs - energyUsedAt));
  return Number((BigInt(energyUsed) * BigInt(left)) / BigInt(DAY_MS));
}

/** Uses some, or gives some back. */
export function useEnergy(account: LedgerAccount, energy: number, nowMs: number): void {
  const isSet = account.energyUsedAt === 0 && account.energyUsed > 0;
  account.energyUsed = energyUsedBy(account, nowMs) + energy;
  if (!isSet) account.energyUsedAt = nowMs;
}

/** What an account can delegate: what it has used of its own is not free before it has come back. */
export function delegatable(account: LedgerAccount, nowMs: number): bigint {
  const used = stakeOf(energyUsedBy(account, nowMs)) - account.acquired;
  const free = account.frozen - (used > 0n ? used : 0n);
  return free > 0n ? free : 0n;
}

export function pairOf(owner: string, receiver: string): string {
  return `${owner} ${receiver}`;
}

/** Carries out what delegates energy, or takes it back with what was used of it. */
export function carryOutLoan(state: LedgerState, contract: LoanContract, nowMs: number): void {
  const { type, owner, receiver, units } = contract;
  const [lender, borrower] = [state.accounts.get(owner), state.accounts.get(receiver)];
  if (lender === undefined) throw refusal(`Account[${owner}] not exists`);
  if (owner === receiver) throw refusal('receiverAddress must not be the same as ownerAddress');
  const pair = pairOf(owner, receiver);
  const lent = state.loans.get(pair) ?? 0n;
  if (type === 'delegate') {
    if (units < TRX) throw refusal('delegateBalance must be more than 1TRX');
    if (delegatable(lender, nowMs) < units)
      throw refusal('delegateBalance must be less than available FreezeEnergyV2 balance');
    if (borrower === undefined) throw refusal(`Account[${receiver}] not exists`);
    if (borrower.isContract) throw refusal('Do not allow delegate resources to contract addresses');
    lender.frozen -= units;
    borrower.acquired += units;
    state.loans.set(pair, lent + units);
    return;
  }
  if (borrower === undefined || lent === 0n) throw refusal('delegated Resource does not exist');
  if (units <= 0n) throw refusal('unDelegateBalance must be more than 0 TRX');
  if (lent < units) throw refusal(`insufficient delegateFrozenBalance(Energy), request=${units}`);
  const used = energyUsedBy(borrower, nowMs);
  const share = Number((BigInt(used) * units) / (borrower.frozen + borrower.acquired));
  const returned = Math.min(share, energyOf(units));
  useEnergy(borrower, -returned, nowMs);
  if (returned > 0) useEnergy(lender, returned, nowMs);
  borrower.acquired -= units;
  lender.frozen += units;
  if (lent === units) state.loans.delete(pair);
  else state.loans.set(pair, lent - units);
}

function refusal(why: string): NotTaken {
  return new NotTaken('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${why}`);
}
