import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Block, NonceRequest, Transaction, Watch } from '../../chain.ts';
import type { Signer } from '../../signer.ts';
import { evmForm } from '../address.ts';
import { encodeTransfer } from '../erc20.ts';
import { EvmChain, type EvmChainOptions, type EvmToken } from '../evm-chain.ts';
import { HttpRpc, type Rpc } from '../evm-rpc.ts';
import { signEvm } from '../sign-evm.ts';

export const GWEI = 10n ** 9n;
export const COIN = 10n ** 18n;
export const NATIVE_ID = 1;

/** Addresses of ours: from keys that are made from a number, so that a failure can be repeated. */
export class TestWallet {
  private readonly keys = new Map<string, Uint8Array>();

  address(n: number): string {
    const key = new Uint8Array(32).fill(7);
    new DataView(key.buffer).setUint32(28, n);
    const address = evmForm.encode(secp256k1.getPublicKey(key), 'test');
    this.keys.set(address, key);
    return address;
  }

  readonly watch = async (): Promise<Watch> => {
    const ours = new Set([...this.keys.keys()].map((address) => address.toLowerCase()));
    return (address) => ours.has(address.toLowerCase());
  };

  readonly signer: Signer = {
    sign: (plan) => {
      if (plan.kind !== 'evm') throw new RangeError('not a plan of this chain');
      return signEvm(plan, this.keys.get(plan.from)!);
    },
  };
}

export interface Warning {
  readonly facts: Record<string, unknown>;
  readonly message: string;
}

export interface TestChain {
  readonly chain: EvmChain;
  readonly warnings: Warning[];
}

/** A chain over endpoints, with settings that tests may change. */
export function testChain(
  endpoints: readonly (Rpc | string)[],
  wallet: TestWallet,
  tokens: readonly EvmToken[],
  options: Partial<EvmChainOptions> = {},
): TestChain {
  const warnings: Warning[] = [];
  const chain = new EvmChain({
    chain: {
      id: 60,
      name: 'Testchain',
      evmChainId: 31_337,
      confirmations: 3,
      nativeAssetId: NATIVE_ID,
      nativeAbbr: 'ETH',
      treasury: wallet.address(0),
    },
    tokens: () => tokens,
    endpoints: endpoints.map((each) =>
      typeof each === 'string' ? new HttpRpc({ url: each, timeoutMs: 5_000 }) : each,
    ),
    quorum: 1,
    finality: 'confirmations',
    poll: { busyS: 0, idleS: 4 },
    ws: null,
    fees: { floor: 1n, cap: 500n * GWEI, legacy: false, minimumPriority: GWEI },
    gas: { native: 21_000n, token: 100_000n },
    extraFeeUnits: 0n,
    canTrace: 'auto',
    receipts: 'suspicious',
    signer: wallet.signer,
    maxTipAgeS: null,
    clock: () => 0,
    warn: (facts, message) => warnings.push({ facts: facts as Record<string, unknown>, message }),
    ...options,
  });
  return { chain, warnings };
}

/** The newest block as the chain tells it. */
export async function newestBlock(chain: EvmChain, wallet: TestWallet): Promise<Block> {
  const { height } = await chain.tip();
  const block = await chain.block(height, wallet.watch);
  if (block === null) throw new Error(`there is no block ${height}`);
  return block;
}

/** What of a block is anybody's business. */
export function ours({ transactions }: Block): readonly Transaction[] {
  return transactions.filter(({ transfers, feeUnits }) => transfers.length > 0 || feeUnits !== undefined);
}

/** A transaction for the node that pays tokens. */
export function tokenPayment(contract: string, to: string, units: bigint) {
  return { to: contract, data: encodeTransfer(to, units) };
}

/** How a call names a contract's function. */
export function selector(signature: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4))}`;
}

/** A payment of ours. */
export function payment(
  source: string,
  nonce: number,
  payee: { address: string; assetId: number; units: bigint },
  feeRate: bigint,
): NonceRequest {
  return { payees: [{ ...payee, memo: null }], source, nonce, feeRate };
}
