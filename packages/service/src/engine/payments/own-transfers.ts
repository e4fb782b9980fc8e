import type { Asset } from '../../catalog/catalogue.ts';
import {
  type AccountChain,
  type AccountChainOf,
  type AccountRequest,
  type BlockRef,
  type ChainAsset,
  type Gathered,
  type Lending,
  NotEnough,
  type Payee,
  type SignedPayment,
  Unpayable,
} from '../../chains/chain.ts';
import { PURPOSE } from '../../payments/life.ts';
import { type OwnTransfer, storeAttempt, storePayments } from '../../payments/store-payments.ts';
import { takePlaceOf } from '../../payments/tie-to-deposits.ts';
import { NotOurs } from '../../wallet/key-ring.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import type { Lease } from '../lease.ts';
import { NO_NONCE, type Paying } from './account-requests.ts';
import { feesPaidBy } from './fuel-needs.ts';
import { keepSigned } from './keep-signed.ts';
import { mayBeOfOne } from './may-be-of-one.ts';
import { signPayment } from './may-sign.ts';
import { Purse } from './purse.ts';

/** A fee may rise between fuelling and what the fuel is for. */
const TOP_UP_RESERVE = { times: 5n, of: 4n };

/** Why a transfer of our own cannot be paid now. */
export interface NotPaid {
  readonly why: string;
  /** Of one that takes from several addresses: each by itself may be paid. */
  readonly mayBeOfOne: boolean;
}

/** Signs and stores a transfer of our own; it is sent with the payouts' payments. Null if that was done. */
export type Pay = (
  ownTransfer: OwnTransfer,
  source: string,
  payee: Payee,
  gathers?: readonly Gathered[],
  lends?: Lending,
) => Promise<NotPaid | null>;

/** What moves something between addresses of ours, as of one block. */
export interface Round {
  readonly engine: Engine;
  readonly chain: AccountChain;
  readonly lease: Lease;
  /** As of this block balances are read: what came later is not in the books yet. */
  readonly at: BlockRef;
  readonly feeRate: bigint;
  readonly native: Asset;
  /** True if the treasury pays the fee, whoever pays. */
  readonly isFeePaid: boolean;
  readonly mostSwept: (asset: ChainAsset) => number;
  /** What an address has to be left with of the native coin, if it is left with anything. */
  readonly leastLeft: bigint;
  readonly pay: Pay;
}

/** Null if no block has been followed yet. */
export async function openRound<Request extends AccountRequest, Signed extends SignedPayment>(
  engine: Engine,
  chain: AccountChainOf<Request, Signed>,
  lease: Lease,
  paying: Paying<Request>,
): Promise<Round | null> {
  const at = await lastFollowed(engine.database, chain.id);
  if (at === null) return null;
  const native = (await engine.market()).catalogue.native(chain);
  const { now: feeRate } = await chain.feeRate();
  const pay: Pay = (ownTransfer, source, payee, gathers = [], lends) =>
    send(round, paying, chain, ownTransfer, source, payee, gathers, lends);
  const { isFeePaid, mostSwept, leastLeft } = paying;
  const round: Round = { engine, chain, lease, at, feeRate, native, isFeePaid, mostSwept, leastLeft, pay };
  return round;
}

/** What an address has for a fee, beside what is not for it; null if the chain does not tell. */
export async function fuelAt(
  { chain, native, at }: Round,
  address: string,
  besides: bigint,
): Promise<bigint | null> {
  const held = (await chain.accountBalances([address], native, at))?.[0];
  return held === undefined ? null : held - besides;
}

/**
 * Gives an address fuel for what a transaction of it costs, unless it has it beside what is not for that. A reorganisation may
 * have taken it. Fuel alone: a payment that got dearer may have taken its fee out of what is not for that, and no more than
 * such fees is made up for; what an address has lost of the rest is not. Says why, if it cannot be given now.
 */
export async function topUp(
  round: Round,
  address: string,
  cost: bigint,
  besides: bigint,
): Promise<string | null> {
  const fuel = await fuelAt(round, address, besides);
  if (fuel === null || fuel >= cost) return null;
  if (fuel < 0n && -fuel > (await feesPaidBy(round.engine.database, round.chain, address)))
    return `${address} holds less than what lies there by the books`;
  const units = (cost * TOP_UP_RESERVE.times) / TOP_UP_RESERVE.of - fuel;
  const payee = { address, memo: null, assetId: round.native.id, units };
  const refused = await round.pay({ purpose: PURPOSE.topUp, coins: [] }, round.chain.treasury, payee);
  return refused?.why ?? null;
}

async function send<Request extends AccountRequest, Signed extends SignedPayment>(
  round: Round,
  paying: Paying<Request>,
  chain: AccountChainOf<Request, Signed>,
  ownTransfer: OwnTransfer,
  source: string,
  payee: Payee,
  gathers: readonly Gathered[],
  lends: Lending | undefined,
): Promise<NotPaid | null> {
  const { engine, lease, feeRate } = round;
  const { requests, inPlaceOf } = await paying.ownTransfer(engine, lease, source);
  const next = requests.next(payee, feeRate, gathers);
  if (next === null) return { why: NO_NONCE, mayBeOfOne: false };
  const request = lends === undefined ? next : { ...next, lends };
  try {
    if (source === chain.treasury) await refuseLacking(round, payee);
    const signed = await signPayment(engine, chain, request);
    requests.taken();
    const payments = [{ request, signed, ownTransfer }];
    await keepSigned(engine, chain, lease, payments, async (client) => {
      if (inPlaceOf === null) return storePayments(client, chain, payments, engine.clock());
      await takePlaceOf(client, chain, inPlaceOf, { coins: ownTransfer.coins, payee });
      await storeAttempt(client, chain, inPlaceOf, { request, signed, isCancel: false }, engine.clock());
    });
    return null;
  } catch (error) {
    // The treasury has no fuel to give now, or the signer refuses this one.
    const isRefused = error instanceof NotEnough || error instanceof Unpayable || error instanceof NotOurs;
    if (!isRefused) throw error;
    engine.warn(
      { chain: chain.name, source, purpose: ownTransfer.purpose, why: error.message },
      'a transfer of our own waits: it cannot be paid now',
    );
    return { why: error.message, mayBeOfOne: mayBeOfOne(error) };
  }
}

/** The treasury gives no fuel from what its payouts take that are under way: it would block all behind it. */
async function refuseLacking({ engine, chain, feeRate }: Round, payee: Payee): Promise<void> {
  const { catalogue } = await engine.market();
  const purse = await Purse.open(engine, chain, chain.treasury, [payee.assetId]);
  const lack = purse.lacks(payee, catalogue.get(payee.assetId), feeRate);
  if (lack !== null) throw lack;
}
