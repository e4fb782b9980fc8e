import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Watch } from '../../chain.ts';
import type { ExpiringPlan, Signer } from '../../signer.ts';
import { toHex } from '../account.ts';
import { tronForm } from '../address.ts';
import { signTron } from '../sign-tron.ts';
import type { RawTransaction } from '../transaction.ts';
import { transferData } from '../trc20.ts';
import { TronChain, type TronChainOptions } from '../tron-chain.ts';
import { HttpTronNode } from '../tron-node.ts';
import type { TronTestNetwork } from './test-network.ts';
import type { TronTestNode } from './test-node.ts';

export const NATIVE_ID = 14;
export const USDT_ID = 15;
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const NODE_TIMEOUT_MS = 10_000;

/** A key is a byte over and over; there are so many of these, as 255 gives none. */
const MOST_ALIKE = 254;

/** Keys that everybody knows. */
export class TestWallet implements Signer {
  private readonly keys = new Map<string, Uint8Array>();
  private readonly addresses = new Map<number, string>();

  address(n: number): string {
    const known = this.addresses.get(n);
    if (known !== undefined) return known;
    const key = new Uint8Array(32).fill((n % MOST_ALIKE) + 1);
    key[0] = (n % MOST_ALIKE) + 1 + Math.floor(n / MOST_ALIKE);
    const address = tronForm.encode(secp256k1.getPublicKey(key, true), 'main');
    this.keys.set(address, key);
    this.addresses.set(n, address);
    return address;
  }

  async sign(plan: ExpiringPlan) {
    const key = this.keys.get(plan.from);
    if (key === undefined) throw new Error(`${plan.from} is not ours`);
    return signTron(plan, key);
  }
}

/** A chain over nodes of a test network. */
export function testChain(
  nodes: readonly Pick<TronTestNode, 'url'>[],
  wallet: TestWallet,
  options: Partial<TronChainOptions> = {},
): TronChain {
  return new TronChain({
    chain: {
      id: 8,
      name: 'TRON',
      confirmations: 19,
      nativeAssetId: NATIVE_ID,
      nativeAbbr: 'TRX',
      treasury: wallet.address(0),
    },
    tokens: () => [{ id: USDT_ID, abbr: 'USDT', contract: USDT }],
    endpoints: nodes.map(
      ({ url }) => new HttpTronNode({ url, solidityUrl: null, timeoutMs: NODE_TIMEOUT_MS }),
    ),
    quorum: Math.min(2, nodes.length),
    networks: null,
    lifetimeS: 3_600,
    mostEnergyPrice: 420n,
    energy: null,
    signer: { sign: (plan) => wallet.sign(plan as ExpiringPlan) },
    poll: { busyS: 0, idleS: 5 },
    maxTipAgeS: null,
    clock: () => 0,
    warn: () => undefined,
    ...options,
  });
}

/** Watches these. */
export function ours(...addresses: string[]): () => Promise<Watch> {
  return async () => (address) => addresses.includes(address);
}

/** A transaction of a stranger, which is good now. */
export function strangers(
  network: TronTestNetwork,
  contract: RawTransaction['contract'],
  salt = 0,
): RawTransaction {
  const { hash, timeMs } = network.newest;
  return {
    reference: { bytes: hash.slice(12, 16), hash: hash.slice(16, 32) },
    expiration: timeMs + 60_000,
    timestamp: timeMs + salt,
    feeLimit: contract.type === 'trigger' ? 100_000_000n : 0n,
    memo: '',
    contract,
  };
}

export function trxPayment(from: string, to: string, units: bigint): RawTransaction['contract'] {
  return { type: 'transfer', owner: toHex(from), to: toHex(to), units };
}

export function usdtPayment(from: string, to: string, units: bigint): RawTransaction['contract'] {
  const data = transferData(toHex(to), units);
  return { type: 'trigger', owner: toHex(from), contract: toHex(USDT), callValue: 0n, data };
}
