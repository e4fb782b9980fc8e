import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { EvmPlan, SignedBytes } from '../signer.ts';
import { encodeTransfer } from './erc20.ts';

type Hex = `0x${string}`;

/** Signs a plan with the key of the address that pays. The same plan and key give the same bytes (RFC 6979). */
export async function signEvm(plan: EvmPlan, privateKey: Uint8Array): Promise<SignedBytes> {
  // Loaded when the first payment is signed: nothing else of the service needs it.
  const [{ keccak256 }, { privateKeyToAccount }] = await Promise.all([
    import('viem/utils'),
    import('viem/accounts'),
  ]);
  const account = privateKeyToAccount(`0x${bytesToHex(privateKey)}`);
  if (account.address !== plan.from) {
    throw new RangeError(`the key is that of ${account.address}, but ${plan.from} is to pay`);
  }
  const { contract, payee, units, fee } = plan;
  const what = {
    chainId: plan.evmChainId,
    nonce: plan.nonce,
    gas: plan.gas,
    to: (contract ?? payee) as Hex,
    value: contract === null ? units : 0n,
    data: (contract === null ? '0x' : encodeTransfer(payee, units)) as Hex,
  };
  const serialized = await account.signTransaction(
    fee.type === 'legacy'
      ? { ...what, type: 'legacy', gasPrice: fee.gasPrice }
      : { ...what, type: 'eip1559', maxFeePerGas: fee.maxFee, maxPriorityFeePerGas: fee.maxPriorityFee },
  );
  return { txid: keccak256(serialized), bytes: hexToBytes(serialized.slice(2)) };
}
