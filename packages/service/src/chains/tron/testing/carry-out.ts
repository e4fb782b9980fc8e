import type { RawTransaction } from '../transaction.ts';
import type { ContractCode, Outcome } from './contracts.ts';
import { FREE_NET, type LedgerAccount, type LedgerState, newAccount, PARAMETERS } from './ledger-state.ts';
import { NotTaken } from './not-taken.ts';
import { carryOutLoan, energyLimitOf, energyUsedBy, useEnergy } from './staking.ts';

/** What became of a transaction in a block. */
export interface Receipt {
  readonly contractRet: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  readonly fee: bigint;
  readonly netUsage: number;
  readonly netFee: number;
  readonly energyUsage: number;
  readonly energyFee: number;
  readonly energyTotal: number;
  readonly outcome: Outcome | null;
}

const NO_ENERGY = { energyUsage: 0, energyFee: 0, energyTotal: 0, outcome: null };
/** Its result takes so many bytes at most, and counts with that. */
const RESULT_BYTES = 64;

/** Carries a transaction out on a state, by the rules of the network. Throws NotTaken where no block takes it. */
export function carryOut(
  state: LedgerState,
  raw: RawTransaction,
  signedBytes: number,
  contracts: ReadonlyMap<string, ContractCode>,
  nowMs: number,
): Receipt {
  const { contract } = raw;
  if (contract.type === 'other' || contract.owner === null)
    throw new NotTaken('CONTRACT_VALIDATE_ERROR', 'Contract validate error : nothing but payments');
  const owner = state.accounts.get(contract.owner);
  if (owner === undefined)
    throw new NotTaken(
      'CONTRACT_VALIDATE_ERROR',
      `Contract validate error : account [${contract.owner}] does not exist`,
    );
  const bytes = signedBytes + RESULT_BYTES;
  const isNew = contract.type === 'transfer' && !state.accounts.has(contract.to);
  const net = payBandwidth(owner, bytes, isNew);
  if (raw.memo !== '') owner.balance -= BigInt(PARAMETERS.getMemoFee);
  const common = { netUsage: net.usage, netFee: net.fee };
  const besides = BigInt(net.fee) + (raw.memo === '' ? 0n : BigInt(PARAMETERS.getMemoFee));
  if (contract.type === 'transfer') {
    const activation = isNew ? BigInt(PARAMETERS.getCreateNewAccountFeeInSystemContract) : 0n;
    const receiver = state.accounts.get(contract.to) ?? newAccount();
    if (receiver.isContract)
      throw new NotTaken(
        'CONTRACT_VALIDATE_ERROR',
        'Contract validate error : Cannot transfer TRX to a smartContract.',
      );
    if (contract.units <= 0n || contract.to === contract.owner || owner.balance < contract.units + activation)
      throw new NotTaken(
        'CONTRACT_VALIDATE_ERROR',
        'Contract validate error : Validate TransferContract error, balance is not sufficient.',
      );
    owner.balance -= contract.units + activation;
    receiver.balance += contract.units;
    state.accounts.set(contract.to, receiver);
    return { contractRet: 'SUCCESS', fee: besides + activation, ...common, ...NO_ENERGY };
  }
  if (contract.type !== 'trigger') {
    carryOutLoan(state, contract, nowMs);
    return { contractRet: 'SUCCESS', fee: besides, ...common, ...NO_ENERGY };
  }
  const code = contracts.get(contract.contract);
  if (code === undefined)
    throw new NotTaken(
      'CONTRACT_VALIDATE_ERROR',
      'Contract validate error : No contract or not a smart contract',
    );
  if (raw.feeLimit > BigInt(PARAMETERS.getMaxFeeLimit))
    throw new NotTaken(
      'CONTRACT_VALIDATE_ERROR',
      'Contract validate error : feeLimit must be >= 0 and <= 15000000000',
    );
  const limit = energyLimit(owner, raw.feeLimit, nowMs);
  const before = state.tokens.get(contract.contract);
  if (before !== undefined) state.tokens.set(contract.contract, new Map(before));
  const outcome = code({ state, contract: contract.contract, caller: contract.owner, data: contract.data });
  const isOut = outcome.energy > limit;
  const isFailed = isOut || outcome.isReverted === true;
  if (isFailed && before !== undefined) state.tokens.set(contract.contract, before);
  if (!isFailed) payOut(state, contract.contract, outcome);
  const bill = payEnergy(owner, isOut ? limit : outcome.energy, nowMs);
  return {
    contractRet: isOut ? 'OUT_OF_ENERGY' : isFailed ? 'REVERT' : 'SUCCESS',
    fee: besides + BigInt(bill.energyFee),
    ...common,
    ...bill,
    outcome: isFailed ? null : outcome,
  };
}

function payOut(state: LedgerState, from: string, { pays = [] }: Outcome): void {
  for (const { to, units, isRejected, stakes } of pays) {
    if (isRejected || stakes !== undefined) continue;
    const source = state.accounts.get(from) as LedgerAccount;
    const receiver = state.accounts.get(to) ?? newAccount();
    source.balance -= units;
    receiver.balance += units;
    state.accounts.set(to, receiver);
  }
}

/** Staked bandwidth first, then everybody's, then TRX; to activate somebody, staked bandwidth or a fee of its own. */
function payBandwidth(owner: LedgerAccount, bytes: number, isNew: boolean): { usage: number; fee: number } {
  if (bytes <= owner.netLimit - owner.netUsed) {
    owner.netUsed += bytes;
    return { usage: bytes, fee: 0 };
  }
  if (!isNew && bytes <= FREE_NET - owner.freeNetUsed) {
    owner.freeNetUsed += bytes;
    return { usage: bytes, fee: 0 };
  }
  const fee = isNew ? PARAMETERS.getCreateAccountFee : bytes * PARAMETERS.getTransactionFee;
  if (owner.balance < BigInt(fee))
    throw new NotTaken('BANDWITH_ERROR', 'Account resource insufficient error.');
  owner.balance -= BigInt(fee);
  return { usage: 0, fee };
}

/** The limit of the fee bounds all of it, also what is staked for. */
function energyLimit(owner: LedgerAccount, feeLimit: bigint, nowMs: number): number {
  const price = BigInt(PARAMETERS.getEnergyFee);
  const affordable = energyLeft(owner, nowMs) + Number(owner.balance / price);
  return Math.min(affordable, Number(feeLimit / price));
}

/** More may have been used than there is now. */
function energyLeft(owner: LedgerAccount, nowMs: number): number {
  return Math.max(0, energyLimitOf(owner) - energyUsedBy(owner, nowMs));
}

function payEnergy(owner: LedgerAccount, total: number, nowMs: number) {
  const energyUsage = Math.min(total, energyLeft(owner, nowMs));
  const energyFee = (total - energyUsage) * PARAMETERS.getEnergyFee;
  useEnergy(owner, energyUsage, nowMs);
  owner.balance -= BigInt(energyFee);
  return { energyUsage, energyFee, energyTotal: total };
}
