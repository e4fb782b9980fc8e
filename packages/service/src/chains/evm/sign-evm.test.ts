import { bytesToHex } from '@noble/hashes/utils.js';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import type { EvmPlan } from '../signer.ts';
import { encodeTransfer } from './erc20.ts';
import { signEvm } from './sign-evm.ts';

/** The first account of the mnemonic that development nodes have. */
const KEY = Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex');
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const plan: EvmPlan = {
  kind: 'evm',
  chainId: 4,
  space: 'evm',
  evmChainId: 1,
  from: FROM,
  nonce: 7,
  payee: PAYEE,
  contract: null,
  units: 123n,
  gas: 21_000n,
  fee: { type: 'eip1559', maxFee: 30n, maxPriorityFee: 3n },
};

type Serialized = Parameters<typeof recoverTransactionAddress>[0]['serializedTransaction'];

async function signed(changes: Partial<EvmPlan> = {}) {
  const { bytes } = await signEvm({ ...plan, ...changes }, KEY);
  const serializedTransaction = `0x${bytesToHex(bytes)}` as Serialized;
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(FROM);
  return parseTransaction(serializedTransaction);
}

describe('a signed plan', () => {
  it('does just what the plan says: native coins', async () => {
    expect(await signed()).toMatchObject({
      chainId: 1,
      nonce: 7,
      to: PAYEE.toLowerCase(),
      value: 123n,
      gas: 21_000n,
      maxFeePerGas: 30n,
      maxPriorityFeePerGas: 3n,
    });
  });

  it('does just what the plan says: tokens, in a legacy transaction that no other chain takes', async () => {
    const transaction = await signed({ contract: TOKEN, fee: { type: 'legacy', gasPrice: 9n } });
    expect(transaction).toMatchObject({
      chainId: 1,
      to: TOKEN.toLowerCase(),
      data: encodeTransfer(PAYEE, 123n),
      gasPrice: 9n,
    });
    expect(transaction.value ?? 0n).toBe(0n);
  });

  it('is the same each time', async () => {
    expect(await signEvm(plan, KEY)).toEqual(await signEvm(plan, KEY));
  });

  it('needs the key of the address that pays', async () => {
    await expect(signEvm({ ...plan, from: PAYEE }, KEY)).rejects.toThrow(/the key is that of/);
  });
});
