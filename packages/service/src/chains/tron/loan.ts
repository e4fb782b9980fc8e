import type { Lending, Loan, Payee } from '../chain.ts';
import type { ExpiringPlan } from '../signer.ts';
import type { ChainParameters } from './chain-parameters.ts';
import { burns } from './costs.ts';
import { readTokenSweep, type TokenSweep, type TronTransfer } from './payment.ts';
import type { Validity } from './reference-block.ts';
import { isPermitted, readStake, type Stake } from './stake.ts';
import type { TronNode } from './tron-node.ts';

/**
 * Energy that is lent to a deposit address for its sweep, and taken back (Stake 2.0: DelegateResource, UnDelegateResource). Who lends is an
 * account of the operator's, which has given the treasury's key a permission for these two and nothing else: what it has staked is not ours,
 * it pays for the bytes itself, and the treasury's own TRX stays where the books have it.
 */
export interface EnergyAccount {
  readonly account: string;
  /** The number of the permission. */
  readonly permission: number;
}

const TRX = 1_000_000n;
/** What energy a TRX gives changes a little with all that others stake: a fiftieth more is lent. */
const SPARE = { times: 51n, of: 50n };
/** A loan takes fewer bytes, and there are two: out, and back. */
const LOAN_BYTES = 300;
/** By this an account comes to be, and can be lent to. */
const LEAST_UNITS = 1n;

/** The TRX that have to be staked for so much energy, as units; a loan is no less than one TRX. */
export function unitsFor(energy: number, { energyLimit, energyWeight }: Stake): bigint {
  const wanted = BigInt(energy) * energyWeight * SPARE.times;
  const per = energyLimit * SPARE.of;
  const whole = (wanted + per - 1n) / per;
  return (whole > 0n ? whole : 1n) * TRX;
}

/** What is to be lent for a sweep; null if burning costs no more, or the stake has too little free beside what is promised. */
export function loanFor(
  { needs, resources, isActivated }: TokenSweep,
  stake: Stake,
  promised: bigint,
  prices: ChainParameters,
): Loan | null {
  const missing = needs.energy - resources.energy;
  if (missing <= 0) return null;
  const units = unitsFor(missing, stake);
  if (units + promised > stake.free) return null;
  const bytes = burns({ ...needs, energy: 0 }, resources, prices);
  const cost = isActivated || bytes > LEAST_UNITS ? bytes : LEAST_UNITS;
  const isCovered = stake.bandwidth >= 2 * LOAN_BYTES;
  const lending = isCovered ? 0n : BigInt(2 * LOAN_BYTES) * prices.bytePrice;
  return cost + lending < burns(needs, resources, prices) ? { units, cost } : null;
}

/** One node's word is enough: if it is wrong, the worst is a loan that is not made, or is too small. */
export async function offerLoan(
  node: TronNode,
  energy: EnergyAccount,
  transfer: TronTransfer,
  promised: bigint,
  validity: Validity,
  prices: ChainParameters,
): Promise<Loan | null> {
  // One that no node takes would keep the address waiting until it has expired.
  if (!(await isPermitted(node, energy, transfer.payee))) return null;
  const sweep = await readTokenSweep(node, transfer, validity, prices);
  return sweep === null ? null : loanFor(sweep, await readStake(node, energy.account), promised, prices);
}

/** The plan of a loan, or of its return: whoever has the treasury's key signs, and nothing of ours is paid. */
export function planLoan(
  { id: chainId, treasury }: { readonly id: number; readonly treasury: string },
  energy: EnergyAccount,
  { address: payee, units }: Payee,
  lends: Lending,
  { reference, expiresAt }: Validity,
): ExpiringPlan {
  return {
    kind: 'expiring',
    chainId,
    space: 'tron',
    from: treasury,
    payee,
    contract: null,
    units,
    feeUnits: 0n,
    callFeeUnits: 0n,
    expiresAt,
    reference,
    salt: lends,
    loan: { ...energy, isBack: lends === 'back' },
  };
}
