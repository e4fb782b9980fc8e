import { type ChainAsset, type NonceRequest, NotEnough, type SignedPayment, Unpayable } from '../chain.ts';
import { NotTheNode } from '../rpc/endpoints.ts';
import type { EvmPlan, Signer } from '../signer.ts';
import { readBalances } from './balances.ts';
import { encodeTransfer } from './erc20.ts';
import { EvmRpcError, type Rpc } from './evm-rpc.ts';
import { type GasPolicy, offer } from './fees.ts';
import { quantity, toHex } from './hex.ts';
import { simulateTransfer } from './simulate-transfer.ts';

/** For whoever asks several nodes: what is wrong with the payment itself is no node's fault. */
export function blameless(error: unknown): never {
  throw error instanceof NotEnough || error instanceof Unpayable ? new NotTheNode(error) : error;
}

/** Gas that a payment may use. What it does not use is not paid. */
export interface GasLimits {
  readonly native: bigint;
  readonly token: bigint;
}

/**
 * Receivers are charged for the usual gas at a rate that has room for the base fee to double. One whose contract needs more
 * gas is paid as long as that room is enough for it: no more than twice as much.
 */
const MOST_GAS_RATIO = 2n;

export interface PaymentRules {
  readonly chainId: number;
  readonly evmChainId: number;
  readonly gas: GasLimits;
  /** What the chain may take beside the gas: a rollup's share for its data on Ethereum. */
  readonly extraFeeUnits: bigint;
  readonly fees: GasPolicy;
  readonly assetOf: (assetId: number) => ChainAsset;
}

/** A payment of one asset to one receiver. */
export interface AccountTransfer {
  readonly from: string;
  readonly nonce: number;
  readonly payee: string;
  readonly asset: ChainAsset;
  readonly units: bigint;
  readonly rate: bigint;
}

/** What a request asks for. */
export function transferIn(request: NonceRequest, { assetOf }: PaymentRules): AccountTransfer {
  const { payees, source, nonce, feeRate } = request;
  const [payee] = payees;
  const { address, assetId, units } = payee;
  return { from: source, nonce, payee: address, asset: assetOf(assetId), units, rate: feeRate };
}

/**
 * The plan of a payment, after looking whether it can succeed: a transaction that fails costs its fee, and its nonce.
 * One node's word is enough for that: if it is wrong, the worst is a payment that is not made, or fails.
 */
export async function planPayment(
  rpc: Rpc,
  transfer: AccountTransfer,
  rules: PaymentRules,
): Promise<EvmPlan> {
  const { from, payee, asset, units, rate, nonce } = transfer;
  const { contract } = asset;
  const [[native = 0n], [tokens = 0n]] = await Promise.all([
    readBalances(rpc, null, [from], 'latest'),
    contract === null ? [0n] : readBalances(rpc, contract, [from], 'latest'),
  ]);
  if (contract !== null) {
    if (tokens < units) throw new NotEnough(`${from} has ${tokens} units of ${asset.abbr}, not ${units}`);
    await refuseBadToken(rpc, transfer, contract);
  }
  const value = contract === null ? units : 0n;
  if (native < value) throw new NotEnough(`${from} has ${native} units of the native coin, not ${value}`);
  const gas = await gasFor(rpc, transfer, rules);
  const cost = gas * rate + rules.extraFeeUnits;
  if (native < value + cost) {
    throw new NotEnough(
      `${from} has ${native} units of the native coin, not ${value} and ${cost} for the fee`,
    );
  }
  const isExact = contract === null && native === value + cost;
  return {
    kind: 'evm',
    chainId: rules.chainId,
    space: 'evm',
    evmChainId: rules.evmChainId,
    from,
    nonce,
    payee,
    contract,
    units,
    gas,
    fee: offer(rate, rules.fees, isExact),
  };
}

/** Signs a plan. */
export async function signPlan(
  plan: EvmPlan,
  rate: bigint,
  signer: Signer,
  rules: PaymentRules,
): Promise<SignedPayment> {
  const signed = await signer.sign(plan);
  return {
    ...signed,
    feeUnits: plan.gas * rate + rules.extraFeeUnits,
    spends: [`${plan.from}#${plan.nonce}`],
    sources: [plan.from],
  };
}

async function refuseBadToken(
  rpc: Rpc,
  { from, payee, units, asset }: AccountTransfer,
  contract: string,
): Promise<void> {
  // To itself nothing grows.
  if (from === payee) return;
  const simulated = await simulateTransfer(rpc, { contract, from, to: payee, units });
  if (simulated.outcome === 'refused') {
    throw new Unpayable(
      `${asset.abbr} cannot be paid to ${payee}: the token refuses the transfer (${simulated.reason}). ` +
        'It may be paused, or have blocked one of the two addresses',
    );
  }
  if (simulated.outcome === 'arrives' && simulated.units < units) {
    throw new Unpayable(
      `${asset.abbr} is not paid: of ${units} units ${simulated.units} would arrive. ` +
        'A token that takes a fee on transfers cannot be exchanged; disable the asset',
    );
  }
}

/** The usual gas; more where the receiver is a contract, or the token or the chain takes more at the moment. */
async function gasFor(rpc: Rpc, transfer: AccountTransfer, { gas }: PaymentRules): Promise<bigint> {
  const { payee, asset } = transfer;
  const usual = asset.contract === null ? gas.native : gas.token;
  // To receive coins a plain account does nothing. Some nodes estimate a little more for it than it takes.
  if (asset.contract === null && (await isPlainAccount(rpc, payee))) return usual;
  const estimate = await estimateGas(rpc, transfer);
  if (estimate <= usual) return usual;
  const enough = (estimate * 5n) / 4n;
  if (enough > usual * MOST_GAS_RATIO) {
    throw new Unpayable(
      `its receiver needs ${estimate} gas: ${asset.abbr} to ${payee} was charged for ${usual}, and no more than ` +
        `${MOST_GAS_RATIO} times that is paid. Redirect it, or refund its entry`,
    );
  }
  return enough;
}

async function isPlainAccount(rpc: Rpc, address: string): Promise<boolean> {
  return (await rpc.call<string>('eth_getCode', [address, 'latest'])) === '0x';
}

async function estimateGas(rpc: Rpc, { from, payee, asset, units }: AccountTransfer): Promise<bigint> {
  const call =
    asset.contract === null
      ? { from, to: payee, value: toHex(units) }
      : { from, to: asset.contract, data: encodeTransfer(payee, units) };
  try {
    return quantity(await rpc.call('eth_estimateGas', [call]));
  } catch (error) {
    if (!(error instanceof EvmRpcError)) throw error;
    throw new Unpayable(
      `a payment of ${asset.abbr} to ${payee} would fail, so it is not signed: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}
