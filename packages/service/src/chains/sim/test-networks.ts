import { randomBytes } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { Rejected } from '../chain.ts';
import { EXPIRY_SPACES } from '../family.ts';
import type { ChainFacts, Telling } from './sim-base.ts';
import { openSimChain, openSimNetwork, type SimChain } from './sim-chain.ts';
import type { SimNetwork } from './sim-network.ts';
import { encodeTransaction } from './sim-transaction.ts';

/** Where the coins of a test network come from. */
const FAUCET = 'faucet';
/** The treasury's coins on chains of coins: with one alone, every payment would wait for the change of the last. */
const TREASURY_COINS = 20n;
export const BLOCK_INTERVAL_S = 3;
/** While nothing waits, and all that was mined is deep enough: each block is read, stored and compared, on ten networks. */
export const IDLE_BLOCK_INTERVAL_S = 20;

/** The test networks of all chains of the catalogue, by chain id. */
export type TestNetworks = ReadonlyMap<number, TestNetwork>;

export interface TestNetwork {
  readonly chain: SimChain;
  readonly network: SimNetwork;
  /** The treasury's address on it. */
  readonly treasury: string;
}

/** An asset, as far as a test network needs to know it. */
export interface AssetFacts {
  readonly id: number;
  readonly chain: ChainFacts;
  readonly abbr: string;
  readonly transferCost: bigint;
  readonly treasuryUnits: bigint;
}

/** The test networks of all chains that these assets are on. */
export async function openTestNetworks(
  database: Database,
  assets: readonly AssetFacts[],
  news?: Telling,
): Promise<TestNetworks> {
  const { rows } = await database.query<{ name: string; treasury: string }>(
    'SELECT name, treasury FROM address_space',
  );
  const treasuries = new Map(rows.map(({ name, treasury }) => [name, treasury]));
  const natives = assets.filter(({ abbr, chain }) => abbr === chain.nativeAbbr);
  return new Map(
    natives.map((native) => {
      const { chain } = native;
      const treasury = treasuries.get(chain.space) as string;
      const { id: nativeAssetId, transferCost } = native;
      // As on TRON itself: each address pays with its own, and deposits are brought in.
      const needsSweeping = EXPIRY_SPACES.includes(chain.space);
      const network = openSimNetwork(database, { chain, nativeAssetId, transferCost }, needsSweeping);
      const sim = openSimChain(network, {
        chain,
        nativeAssetId,
        transferCost,
        treasury,
        news,
        needsSweeping,
      });
      return [chain.id, { chain: sim, network, treasury }];
    }),
  );
}

export function chainsOf(networks: TestNetworks): SimChain[] {
  return [...networks.values()].map(({ chain }) => chain);
}

interface FaucetPayment {
  readonly address: string;
  readonly assetId: number;
  readonly units: bigint;
}

/** Sends from the faucet: a waiting transaction, mined with the next block. The same salt pays once. Returns its txid. */
export function payFromFaucet(
  network: SimNetwork,
  payment: FaucetPayment,
  salt = randomBytes(16).toString('hex'),
): Promise<string> {
  return payTogether(network, [payment], [salt]);
}

/** Several payments in one transaction, each with the salt by which it is known. */
function payTogether(
  network: SimNetwork,
  payments: readonly FaucetPayment[],
  salts: readonly string[],
): Promise<string> {
  const { bytes } = encodeTransaction({
    chainId: network.chainId,
    sources: [FAUCET],
    spends: salts.map((salt) => `${FAUCET}:${salt}`),
    takes: [],
    gives: payments.map((payment) => ({ ...payment, units: String(payment.units) })),
    feeUnits: '0',
    salt: salts.join(),
  });
  return network.submit(bytes);
}

/** Gives a network's treasury what the catalogue says it has, once, however often it is told to. True if it had none. */
export async function fundTreasury(
  network: SimNetwork,
  chain: SimChain,
  treasury: string,
  assets: readonly AssetFacts[],
): Promise<boolean> {
  let isNew = false;
  const coins = chain.spending === 'coins' ? TREASURY_COINS : 1n;
  for (const asset of assets) {
    const units = asset.treasuryUnits / coins;
    const salts = Array.from({ length: Number(coins) }, (_, n) => `treasury ${asset.id} ${n}`);
    if (units === 0n || (await network.isSpent(`${FAUCET}:${salts.at(-1)}`))) continue;
    isNew = true;
    const payments = salts.map(() => ({ address: treasury, assetId: asset.id, units }));
    await payTogether(network, payments, salts).catch((error: unknown) => {
      // It has had some of it, when there was another amount in the catalogue.
      if (!(error instanceof Rejected)) throw error;
    });
  }
  return isNew;
}

/** Mines a block if it is time for one. */
export async function mineInTime({ network, chain }: TestNetwork, now: number): Promise<void> {
  const { minedAt, isResting } = await network.pulse(chain.confirmations);
  const interval = isResting ? IDLE_BLOCK_INTERVAL_S : BLOCK_INTERVAL_S;
  if (now - minedAt >= interval) await network.mine(now);
}
