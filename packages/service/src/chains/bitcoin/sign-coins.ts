import { hex } from '@scure/base';
import type { Network } from '../family.ts';
import type { CoinsPlan, KeyOf, SignedBytes } from '../signer.ts';
import type { CoinParams } from './params.ts';
import { type Lock, lockOfAddress, scriptOfLock } from './script.ts';

/** Below the highest two: the payment may be replaced by one that pays more (BIP-125). */
const REPLACEABLE = 0xffff_fffd;
/** Schnorr signatures take randomness as well; without any, the same plan gives the same bytes. */
const NO_RANDOMNESS = new Uint8Array(32);

export interface CoinSigning {
  readonly coin: CoinParams;
  readonly network: Network;
  readonly keyOf: KeyOf;
}

/**
 * Signs a plan: its inputs and outputs, in its order, and nothing else. Spends P2WPKH, P2TR (key path, BIP-86) and
 * P2PKH. A P2PKH signature does not cover the amount it spends, so whoever makes the plan must be sure of the amounts.
 */
export async function signCoins(
  plan: CoinsPlan,
  { coin, network, keyOf }: CoinSigning,
): Promise<SignedBytes> {
  // Loaded when it is first needed: nodes that never sign do without.
  const { Transaction } = await import('@scure/btc-signer');
  const transaction = new Transaction({ version: 2, allowLegacyWitnessUtxo: true });
  for (const { address, units } of plan.outputs) {
    transaction.addOutput({ script: script(lockOfAddress(coin, network, address)), amount: units });
  }
  const keys = await keysOf(plan, keyOf);
  for (const { txid, index, units, address } of plan.inputs) {
    const lock = lockOfAddress(coin, network, address);
    const taproot = lock.kind === 'p2tr' ? { tapInternalKey: await xOnlyKey(keys.get(address)!) } : {};
    const witnessUtxo = { script: script(lock), amount: units };
    transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo, ...taproot });
  }
  // Signatures cover all inputs, so these come first.
  for (const [at, { address }] of plan.inputs.entries()) {
    if (!transaction.signIdx(keys.get(address)!, at, undefined, NO_RANDOMNESS)) {
      throw new Error(`The key that was found is not the one of ${address}`);
    }
  }
  transaction.finalize();
  return { txid: transaction.id, bytes: transaction.extract() };
}

async function keysOf(plan: CoinsPlan, keyOf: KeyOf): Promise<ReadonlyMap<string, Uint8Array>> {
  const addresses = [...new Set(plan.inputs.map(({ address }) => address))];
  const keys = addresses.map(async (address) => [address, await keyOf(plan.space, address)] as const);
  return new Map(await Promise.all(keys));
}

function script(lock: Lock): Uint8Array {
  return hex.decode(scriptOfLock(lock));
}

async function xOnlyKey(privateKey: Uint8Array): Promise<Uint8Array> {
  const { schnorr } = await import('@noble/curves/secp256k1.js');
  return schnorr.getPublicKey(privateKey);
}
