import type { CoinParams } from './params.ts';
import { type Lock, type ScriptKind, scriptOfLock } from './script.ts';

/**
 * Sizes in whole virtual bytes, each part rounded up: then a coin that is worth more than its own input costs always
 * brings a payment nearer, and what is paid is never below the rate.
 */

/** Version, lock time, and what tells that there are witnesses. */
const OVERHEAD = 4 + 4;
const SEGWIT_MARK = 1;
/** Txid, index, sequence and the length of the script. */
const BARE_INPUT = 32 + 4 + 4 + 1;
const AMOUNT = 8;
/** Of a witness four bytes count as one. */
const WITNESS_SCALE = 4;

/** A signature of at most 72 bytes and a key of 33, or one signature of 64, with their lengths. */
const UNLOCK: Partial<Record<ScriptKind, number>> = {
  p2wpkh: Math.ceil((1 + 1 + 72 + 1 + 33) / WITNESS_SCALE),
  p2tr: Math.ceil((1 + 1 + 64) / WITNESS_SCALE),
  p2pkh: 1 + 72 + 1 + 33,
};

/** The size of an input that spends a coin of ours. Throws if we have no way to spend such a coin. */
export function inputSize({ kind }: Lock): number {
  const unlock = UNLOCK[kind];
  if (unlock === undefined) throw new RangeError(`a ${kind} coin cannot be spent with one key`);
  return BARE_INPUT + unlock;
}

export function outputSize(lock: Lock): number {
  return AMOUNT + 1 + scriptOfLock(lock).length / 2;
}

export function transactionSize(inputs: readonly Lock[], outputs: readonly Lock[]): number {
  const parts = [...inputs.map(inputSize), ...outputs.map(outputSize)];
  const mark = inputs.some(isSegwit) ? SEGWIT_MARK : 0;
  const overhead = OVERHEAD + mark + countSize(inputs.length) + countSize(outputs.length);
  return parts.reduce((sum, part) => sum + part, overhead);
}

/** What a size costs at a rate in units per thousand virtual bytes, rounded up. */
export function feeFor(size: number, ratePerKvb: bigint): bigint {
  return (BigInt(size) * ratePerKvb + 999n) / 1000n;
}

/** The least that an output may hold for nodes to relay it: as Core's GetDustThreshold has it. */
export function dustLimit({ dust }: CoinParams, lock: Lock): bigint {
  if ('units' in dust) return dust.units;
  // Core reckons with a signature and key of 107 bytes, whatever the kind.
  const spending = BARE_INPUT + (isSegwit(lock) ? Math.floor(107 / WITNESS_SCALE) : 107);
  return (BigInt(outputSize(lock) + spending) * dust.perKvb) / 1000n;
}

function isSegwit({ kind }: Lock): boolean {
  return kind !== 'p2pkh' && kind !== 'p2sh';
}

function countSize(count: number): number {
  return count < 253 ? 1 : 3;
}
