import { type ChainAsset, NotEnough, Unpayable } from '../chain.ts';
import type { ExpiringPlan } from '../signer.ts';
import { readAccount, readBalance, type TronAccount } from './balances.ts';
import type { ChainParameters } from './chain-parameters.ts';
import { burns, burnsAtMost, type Needs, withReserve } from './costs.ts';
import type { Validity } from './reference-block.ts';
import { type Resources, readResources } from './resources.ts';
import { transactionOf } from './sign-tron.ts';
import { simulateTransfer } from './simulate-transfer.ts';
import { encodeRaw, encodeSigned } from './transaction.ts';
import type { TronNode } from './tron-node.ts';

/** The most energy that receivers are charged for; one whose token needs more than twice that is not paid. */
export const TOKEN_ENERGY = 135_000;
const MOST_ENERGY_RATIO = 2;
/** Each transaction counts with this many bytes more, which the network keeps for its result. */
const RESULT_BYTES = 64;
const SIGNATURE_BYTES = 65;

/** A payment of one asset to one receiver. */
export interface TronTransfer {
  readonly chainId: number;
  readonly from: string;
  readonly payee: string;
  readonly asset: ChainAsset;
  readonly units: bigint;
  /** What energy may cost, a unit. */
  readonly rate: bigint;
  /** Makes two that are alike differ. */
  readonly salt: string;
}

/**
 * The plan of a payment, after looking whether it can succeed: a call that fails burns its fee all the same.
 * One node's word is enough for that: if it is wrong, the worst is a payment that is not made, or fails.
 */
export async function planPayment(
  node: TronNode,
  transfer: TronTransfer,
  validity: Validity,
  prices: ChainParameters,
): Promise<ExpiringPlan> {
  const { from, payee, asset, units, rate } = transfer;
  if (prices.energyPrice > rate)
    throw new NotEnough(`energy costs ${prices.energyPrice} units of TRX now, and ${rate} are paid at most`);
  const [source, receiver] = await Promise.all([
    readAccount(node, 'wallet', from),
    readAccount(node, 'wallet', payee),
  ]);
  if (!source.isActivated) throw new NotEnough(`${from} is not activated: nobody has sent it TRX yet`);
  const energy =
    asset.contract === null
      ? refuseContract(transfer, receiver)
      : withReserve(await energyFor(node, transfer, asset.contract));
  const plan = planFor(transfer, validity, BigInt(energy) * prices.energyPrice, prices);
  const needs = needsOf(plan, energy, !receiver.isActivated);
  const value = asset.contract === null ? units : 0n;
  const burnt = burns(needs, await readResources(node, from), prices);
  if (source.units < value + burnt)
    throw new NotEnough(`${from} has ${source.units} units of TRX, not ${value} and ${burnt} for the fee`);
  const most = burnsAtMost(needs, prices);
  // An account that is emptied has nothing that could be burnt.
  const left = source.units - value;
  return { ...plan, feeUnits: most < left ? most : left };
}

/** What a transfer of all that an account has of a token would burn now; null if it has none, or cannot send it. */
export async function tokenSweepCost(
  node: TronNode,
  transfer: TronTransfer,
  validity: Validity,
  prices: ChainParameters,
): Promise<bigint | null> {
  const sweep = await readTokenSweep(node, transfer, validity, prices);
  return sweep === null ? null : burns(sweep.needs, sweep.resources, prices);
}

/** A transfer of all that an account has of a token: what it takes, and what the account has for it once it is activated. */
export interface TokenSweep {
  readonly needs: Needs;
  readonly resources: Resources;
  readonly isActivated: boolean;
}

/** Null if it has none, or cannot send it. */
export async function readTokenSweep(
  node: TronNode,
  transfer: TronTransfer,
  validity: Validity,
  prices: ChainParameters,
): Promise<TokenSweep | null> {
  const { from, payee, asset } = transfer;
  const contract = asset.contract as string;
  const units = await readBalance(node, 'wallet', contract, from);
  if (units === 0n) return null;
  const simulated = await simulateTransfer(node, { contract, from, to: payee, units });
  if (simulated.outcome === 'refused') return null;
  const energy = withReserve(simulated.energy);
  const plan = planFor({ ...transfer, units }, validity, BigInt(energy) * prices.energyPrice, prices);
  return { needs: needsOf(plan, energy, false), ...(await resourcesOnceFuelled(node, from)) };
}

/** What a transfer of all TRX of an account to one that is activated would burn now. */
export async function nativeSweepCost(
  node: TronNode,
  transfer: TronTransfer,
  validity: Validity,
  prices: ChainParameters,
): Promise<bigint> {
  // A larger amount takes more bytes.
  const { units } = await readAccount(node, 'wallet', transfer.from);
  const needs = needsOf(planFor({ ...transfer, units }, validity, 0n, prices), 0, false);
  const { resources } = await resourcesOnceFuelled(node, transfer.from);
  return burns(needs, resources, prices);
}

/** One that is not activated has the bandwidth of everybody as soon as it is given fuel; nodes say none until then. */
const EVERYBODYS_BANDWIDTH = 600;

async function resourcesOnceFuelled(
  node: TronNode,
  address: string,
): Promise<Pick<TokenSweep, 'resources' | 'isActivated'>> {
  const { isActivated } = await readAccount(node, 'wallet', address);
  const resources = await readResources(node, address);
  if (isActivated) return { resources, isActivated };
  return { resources: { ...resources, freeBandwidth: EVERYBODYS_BANDWIDTH }, isActivated };
}

function planFor(
  { chainId, from, payee, asset, units, salt }: TronTransfer,
  { reference, expiresAt }: Validity,
  energyCost: bigint,
  { mostFeeLimit }: ChainParameters,
): ExpiringPlan {
  return {
    kind: 'expiring',
    chainId,
    space: 'tron',
    from,
    payee,
    contract: asset.contract,
    units,
    feeUnits: 0n,
    callFeeUnits: energyCost < mostFeeLimit ? energyCost : mostFeeLimit,
    expiresAt,
    reference,
    salt,
  };
}

/** Receiving tokens activates nobody. */
function needsOf(plan: ExpiringPlan, energy: number, isReceiverNew: boolean): Needs {
  const signed = encodeSigned(encodeRaw(transactionOf(plan)), [new Uint8Array(SIGNATURE_BYTES)]);
  return {
    bytes: signed.length + RESULT_BYTES,
    energy,
    activates: isReceiverNew && plan.contract === null,
  };
}

/** A plain payment of TRX takes no energy; contracts do not take one. */
function refuseContract({ from, payee }: TronTransfer, receiver: TronAccount): number {
  if (receiver.isContract)
    throw new Unpayable(
      `${payee} is a contract: TRX is paid to accounts alone. Redirect it, or refund its entry`,
    );
  if (from === payee) throw new Unpayable(`${payee} cannot pay TRX to itself`);
  return 0;
}

async function energyFor(node: TronNode, transfer: TronTransfer, contract: string): Promise<number> {
  const { from, payee, asset, units } = transfer;
  const held = await readBalance(node, 'wallet', contract, from);
  if (held < units) throw new NotEnough(`${from} has ${held} units of ${asset.abbr}, not ${units}`);
  const simulated = await simulateTransfer(node, { contract, from, to: payee, units });
  if (simulated.outcome === 'refused')
    throw new Unpayable(
      `${asset.abbr} cannot be paid to ${payee}: the token refuses the transfer (${simulated.reason}). ` +
        'It may be paused, or have blocked one of the two addresses',
    );
  if (from !== payee && simulated.units < units)
    throw new Unpayable(
      `${asset.abbr} is not paid: of ${units} units ${simulated.units} would arrive. ` +
        'A token that takes a fee on transfers cannot be exchanged; disable the asset',
    );
  if (simulated.energy > TOKEN_ENERGY * MOST_ENERGY_RATIO)
    throw new Unpayable(
      `its receiver needs ${simulated.energy} energy: ${asset.abbr} to ${payee} was charged for ${TOKEN_ENERGY}, and no ` +
        `more than ${MOST_ENERGY_RATIO} times that is paid. Redirect it, or refund its entry`,
    );
  return simulated.energy;
}
