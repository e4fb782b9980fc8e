import {
  type BlockRef,
  type ChainAsset,
  type DurableChain,
  type DurableRequest,
  type ExpiringAttempt,
  type ExpiringPayment,
  type Gathered,
  NotEnough,
  type OpeningRequest,
  type SignedPayment,
  Unpayable,
} from '../chain.ts';
import { durableSpend } from '../durable.ts';
import { SimAccountBase, type SimAccountOptions } from './sim-account-base.ts';
import { toMove } from './sim-base.ts';
import { passedWithout } from './sim-expired.ts';
import { EXPIRES_S } from './sim-expiry-chain.ts';
import type { SimNetwork } from './sim-network.ts';
import { nonceValues, nonceValuesWaiting } from './sim-nonces.ts';
import { tokenAccount } from './sim-rent.ts';
import { encodeTransaction, type SimMove, spendsOf } from './sim-transaction.ts';

/** In units of the native coin, as on Solana. */
export const TOKEN_RENT = 2_039_280n;
const NONCE_RENT = 1_447_680n;
/** Fewer than on Solana, so that a batch is full sooner. */
const MOST_SWEPT = 3;
/** With less of the native coin no account comes to be. */
const LEAST_HELD = 890_880n;

/**
 * A test network of accounts whose transactions exclude each other by nonce accounts. The treasury pays the fee of all; an account
 * for a token keeps a rent, which whoever pays somebody without one puts in, and whoever empties it gets back.
 */
export class SimDurableChain extends SimAccountBase implements DurableChain {
  readonly excluding = 'durable nonce';
  readonly nonceRent = NONCE_RENT;
  readonly leastLeft = LEAST_HELD;
  readonly mostOpened = 4;

  constructor(network: SimNetwork, options: SimAccountOptions) {
    super(network, { ...options, needsSweeping: true });
  }

  async nonceAccount(n: number): Promise<string> {
    return `nonce-${n}-of-${this.treasury}`;
  }

  async nonceValues(accounts: readonly string[]): Promise<readonly (string | null)[]> {
    const { height } = await this.network.tip();
    return nonceValues(this.network.database, this.id, accounts, await this.settled(height));
  }

  nonceValuesWaiting(accounts: readonly string[]): Promise<readonly (string | null)[]> {
    return nonceValuesWaiting(this.network.database, this.id, accounts);
  }

  passedWithout(attempts: readonly ExpiringAttempt[], settled: BlockRef): Promise<readonly string[]> {
    return passedWithout(this.network.database, this, attempts, settled);
  }

  mostSwept(): number {
    return MOST_SWEPT;
  }

  override transferCost(asset: ChainAsset, rate: bigint): bigint {
    return asset.id === this.nativeAssetId ? rate : rate + TOKEN_RENT;
  }

  sign(request: DurableRequest | OpeningRequest): Promise<SignedPayment | ExpiringPayment> {
    return 'opens' in request ? this.signOpening(request) : this.signPayment(request);
  }

  private async signPayment(request: DurableRequest): Promise<SignedPayment> {
    const { payees, durable, feeRate: fee } = request;
    const [payee] = payees;
    const parts = partsOf(request);
    const sources = parts.map((part) => part.source);
    const spends = [durableSpend(durable)];
    const opened = await this.opens(request);
    const closed = (await Promise.all(parts.map((part) => this.closes(part, payee.assetId)))).flat();
    const tx = {
      chainId: this.id,
      sources: [...new Set([...sources, this.treasury])],
      spends,
      salt: '',
      takes: [
        ...parts.map(({ source, units }) => toMove({ ...payee, address: source, units })),
        this.coins(this.treasury, fee),
      ],
      gives: [toMove(payee)],
      rents: [this.coins(durable.account, 0n), ...opened, ...closed],
      rentUnits: String(opened.length === 0 ? 0n : TOKEN_RENT),
      feeUnits: String(fee),
    };
    await this.refuseLacking([...tx.takes.map(negative), ...opened]);
    const brought = closed.reduce(
      (sum, { address, units }) => (address === this.treasury ? sum + BigInt(units) : sum),
      0n,
    );
    const rentUnits = String(BigInt(tx.rentUnits) - brought);
    const feeUnits = fee + BigInt(tx.rentUnits);
    return { ...encodeTransaction({ ...tx, rentUnits }), feeUnits, spends, sources: tx.sources };
  }

  /** What was asked for at one block is the same transaction again. */
  private async signOpening({ opens, feeRate: fee }: OpeningRequest): Promise<ExpiringPayment> {
    const expiresAt = (await this.network.tip()).minedAt + EXPIRES_S;
    const accounts = await Promise.all(opens.map((n) => this.nonceAccount(n)));
    const rents = [
      this.coins(this.treasury, -NONCE_RENT * BigInt(opens.length)),
      ...accounts.map((account) => this.coins(account, NONCE_RENT)),
    ];
    const takes = [this.coins(this.treasury, fee)];
    await this.refuseLacking([...takes.map(negative), ...rents]);
    const tx = {
      chainId: this.id,
      sources: [this.treasury],
      spends: [],
      salt: 'opening',
      takes,
      gives: [],
      rents,
      feeUnits: String(fee),
      expiresAt,
    };
    const { txid, bytes } = encodeTransaction(tx);
    return { txid, bytes, feeUnits: fee, spends: spendsOf(tx, txid), sources: tx.sources, expiresAt };
  }

  /** An account for the token, if who is paid has none. One for the native coin comes to be by enough of it. */
  private async opens({ payees: [payee] }: DurableRequest): Promise<SimMove[]> {
    const { address, assetId, units } = payee;
    if (assetId === this.nativeAssetId) {
      const isNew = units > 0n && (await this.held(address)) === 0n;
      if (isNew && units < LEAST_HELD)
        throw new Unpayable(`${address} is not in use yet, and can be paid no less than ${LEAST_HELD} units`);
      return [];
    }
    const account = tokenAccount(address, assetId);
    if ((await this.held(account)) > 0n) return [];
    return [this.coins(this.treasury, -TOKEN_RENT), this.coins(account, TOKEN_RENT)];
  }

  /** The account for the token that a deposit address is left with, and that holds nothing then. */
  private async closes({ source, units }: Gathered, assetId: number): Promise<SimMove[]> {
    if (assetId === this.nativeAssetId || source === this.treasury) return [];
    if ((await this.network.heldBy([source], assetId)) !== units) return [];
    const account = tokenAccount(source, assetId);
    const rent = await this.held(account);
    return rent === 0n ? [] : [this.coins(account, -rent), this.coins(this.treasury, rent)];
  }

  private held(address: string): Promise<bigint> {
    return this.network.heldBy([address], this.nativeAssetId);
  }

  private coins(address: string, units: bigint): SimMove {
    return { address, assetId: this.nativeAssetId, units: String(units) };
  }

  private async refuseLacking(moves: readonly SimMove[]): Promise<void> {
    for (const { address, assetId } of moves) {
      const all = moves.filter((move) => move.address === address && move.assetId === assetId);
      const change = all.reduce((sum, { units }) => sum + BigInt(units), 0n);
      if ((await this.network.heldBy([address], assetId)) + change < 0n)
        throw new NotEnough(`${address} has not enough`);
    }
  }
}

/** Who gives how much. */
function partsOf({ payees: [{ units }], source, gathers = [] }: DurableRequest): readonly Gathered[] {
  return [{ source, units: gathers.reduce((rest, other) => rest - other.units, units) }, ...gathers];
}

function negative({ units, ...move }: SimMove): SimMove {
  return { ...move, units: String(-BigInt(units)) };
}
