import type { FeeRate } from '../chain.ts';
import type { EvmPlan } from '../signer.ts';
import type { Rpc } from './evm-rpc.ts';
import { quantity } from './hex.ts';
import { ifOffered } from './optional-method.ts';

/** What may be paid for a unit of gas, in units of the native coin. */
export interface GasPolicy {
  /** Never less, whatever nodes say. */
  readonly floor: bigint;
  /** Never more, whatever nodes say: a wrong node must not burn the treasury. */
  readonly cap: bigint;
  /** True for chains and nodes without EIP-1559. */
  readonly legacy: boolean;
  /** What validators want at least beside the base fee. */
  readonly minimumPriority: bigint;
}

/** What a unit of gas costs now: twice the base fee, so that it may rise for half a dozen blocks, and the priority fee. */
export async function readFeeRate(rpc: Rpc, policy: GasPolicy): Promise<FeeRate> {
  const wanted = policy.legacy ? await gasPrice(rpc) : await dynamicPrice(rpc, policy);
  return { now: clamp(wanted, policy.floor, policy.cap), most: policy.cap };
}

async function dynamicPrice(rpc: Rpc, { minimumPriority }: GasPolicy): Promise<bigint> {
  const baseFee = await nextBaseFee(rpc);
  const suggested = await ifOffered<string>(rpc, 'eth_maxPriorityFeePerGas');
  const priority = suggested === undefined ? 0n : quantity(suggested);
  return 2n * baseFee + (priority > minimumPriority ? priority : minimumPriority);
}

async function nextBaseFee(rpc: Rpc): Promise<bigint> {
  const history = await ifOffered<{ baseFeePerGas?: string[] }>(rpc, 'eth_feeHistory', ['0x1', 'latest', []]);
  const next = history?.baseFeePerGas?.at(-1);
  if (next !== undefined) return quantity(next);
  const latest = await rpc.call<{ baseFeePerGas?: string }>('eth_getBlockByNumber', ['latest', false]);
  if (latest.baseFeePerGas !== undefined) return quantity(latest.baseFeePerGas);
  throw new Error(`${rpc.host} knows no base fee: if the chain has none, set its fees to legacy`);
}

async function gasPrice(rpc: Rpc): Promise<bigint> {
  return quantity(await rpc.call('eth_gasPrice'));
}

/**
 * How a payment offers a rate. One that empties an account offers all of it as the priority fee, so that its cost is
 * exact and nothing stays behind; others keep what the base fee does not take.
 */
export function offer(
  rate: bigint,
  { legacy, minimumPriority }: GasPolicy,
  isExact: boolean,
): EvmPlan['fee'] {
  if (legacy) return { type: 'legacy', gasPrice: rate };
  return {
    type: 'eip1559',
    maxFee: rate,
    maxPriorityFee: isExact ? rate : priorityOf(rate, minimumPriority),
  };
}

/**
 * A tenth of the rate, and not below the minimum. Nodes take a replacement only if the priority fee too is a tenth
 * higher, so near the minimum it must not stand still: it follows the cube root of the rate, which at half as much
 * again is 14 % higher.
 */
export function priorityOf(rate: bigint, minimum: bigint): bigint {
  const tenth = rate / 10n;
  const nearMinimum = cubeRoot(minimum * minimum * rate);
  const wanted = tenth > nearMinimum ? tenth : nearMinimum;
  return wanted < rate ? wanted : rate;
}

/** Rounded up. */
export function cubeRoot(value: bigint): bigint {
  let low = 0n;
  let high = 1n << BigInt(Math.ceil(value.toString(2).length / 3));
  while (low < high) {
    const middle = (low + high) / 2n;
    if (middle ** 3n >= value) high = middle;
    else low = middle + 1n;
  }
  return low;
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  return value < least ? least : value > most ? most : value;
}
