import type { CoinsPlan, EvmPlan, SolanaPlan } from '../../chains/signer.ts';
import type { PlanFacts, UnpaidPayout } from '../facts.ts';

/** A small world for the policy: what we hold, what we owe, and plans that are right. */

export const TREASURY = 'treasury';
export const DEPOSIT = 'deposit';
export const FEE_CAP = 1_000_000n;
export const [NATIVE, TOKEN] = [7, 8];
export const CONTRACT = '0xtoken';

export function txidOf(n: number): string {
  return String(n).padStart(64, '0');
}

export function payout(id: number, more: Partial<UnpaidPayout> = {}): UnpaidPayout {
  return {
    id,
    name: `ORDER/output/${id}`,
    assetId: NATIVE,
    address: `receiver-${id}`,
    units: 10_000_000n + BigInt(id),
    isDue: true,
    isSigned: false,
    origin: null,
    signedFrom: [],
    earlier: [],
    ...more,
  };
}

const NOTHING = {
  treasury: TREASURY,
  nativeAssetId: NATIVE,
  tokens: new Map([[CONTRACT, TOKEN]]),
  ours: new Set<string>(),
  holders: new Set<string>(),
  coins: new Map(),
  waiting: new Map(),
  isWitnessed: false,
  nonce: null,
  latestExpiry: 0,
};

/** Ten coins of 100 million on a chain of coins. */
export function coinFacts(payouts: readonly UnpaidPayout[]): PlanFacts {
  const coin = (n: number) => [`${txidOf(n)}:0`, { address: DEPOSIT, units: 100_000_000n }] as const;
  return {
    ...NOTHING,
    chain: { id: 2, name: 'Litecoin', space: 'litecoin', evmChainId: null },
    coins: new Map(Array.from({ length: 10 }, (_, n) => coin(n))),
    payouts,
  };
}

export function accountFacts(payouts: readonly UnpaidPayout[]): PlanFacts {
  return {
    ...NOTHING,
    chain: { id: 3, name: 'Ethereum', space: 'evm', evmChainId: 31_337 },
    ours: new Set([DEPOSIT]),
    holders: new Set([DEPOSIT]),
    payouts,
  };
}

/** The same on Solana. */
export function solanaFacts(payouts: readonly UnpaidPayout[]): PlanFacts {
  return {
    ...accountFacts(payouts),
    chain: { id: 9, name: 'Solana', space: 'solana', evmChainId: null },
    nonce: 'witnessed',
  };
}

/** Pays payouts from the first coin, with the change to the treasury. */
export function coinsPlan(payouts: readonly UnpaidPayout[], more: Partial<CoinsPlan> = {}): CoinsPlan {
  const paid = payouts.reduce((sum, { units }) => sum + units, 0n);
  return {
    kind: 'coins',
    chainId: 2,
    space: 'litecoin',
    inputs: [{ txid: txidOf(0), index: 0, units: 100_000_000n, address: DEPOSIT }],
    outputs: [
      ...payouts.map(({ address, units }) => ({ address, units })),
      { address: TREASURY, units: 100_000_000n - paid - 5_000n },
    ],
    ...more,
  };
}

export function evmPlan(more: Partial<EvmPlan> = {}): EvmPlan {
  return {
    kind: 'evm',
    chainId: 3,
    space: 'evm',
    evmChainId: 31_337,
    from: TREASURY,
    nonce: 5,
    payee: 'receiver-1',
    contract: null,
    units: 10_000_001n,
    gas: 21_000n,
    fee: { type: 'eip1559', maxFee: 10n, maxPriorityFee: 1n },
    ...more,
  };
}

export function solanaPlan(more: Partial<SolanaPlan> = {}): SolanaPlan {
  return {
    kind: 'solana',
    chainId: 9,
    space: 'solana',
    feePayer: TREASURY,
    from: TREASURY,
    payee: 'receiver-1',
    contract: null,
    units: 10_000_001n,
    decimals: 9,
    isToken2022: false,
    durable: { number: 3, account: 'nonce-3', value: 'value' },
    opens: [],
    createsAccount: false,
    closesAccount: false,
    gathers: [],
    computeLimit: 1_000,
    priorityFee: 2_000_000n,
    expiring: null,
    ...more,
  };
}
