import { MESSAGE, type PlaceRequest, QUOTE_LIFETIME_S } from '@swapdesk/contract';
import type { Caller } from '../access/caller.ts';
import type { Account } from '../access/directory.ts';
import type { RefCode } from '../affiliates/ref-code.ts';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { type CheckAddress, receiverCheck } from '../catalog/receiver.ts';
import type { Network } from '../chains/family.ts';
import { readTreasury } from '../ledger/treasury.ts';
import { ceilDivide, floorPromised } from '../money/units.ts';
import { worthInUsdt } from '../money/worth.ts';
import { openQuote } from '../pricing/calc-id.ts';
import { fixedRoom, isKeyless } from '../pricing/caps.ts';
import { type AccountFees, ownFeeOf } from '../pricing/fee-rules.ts';
import { type FixedRoom, mostOf, NO_CAPS } from '../pricing/fixed-room.ts';
import { hasJumpedSince } from '../pricing/jumped-since.ts';
import type { OrderLimits } from '../pricing/limits.ts';
import { markupPpmOf } from '../pricing/markup.ts';
import { freshnessOf } from '../pricing/prices-of-now.ts';
import type { SealKey } from '../pricing/seal.ts';
import { agree, hasRoom, type Market, refuseOutside, type Terms } from '../pricing/terms.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { tryAgain } from '../store/try-again.ts';
import type { AddressPool } from '../wallet/address-pool.ts';
import { isOurAddress } from '../wallet/our-addresses.ts';
import { claimsOf, requestFingerprint } from './claims.ts';
import { newOrderNo, newQueryCode } from './codes.ts';
import { dayCounts, roomOfDay } from './day-limits.ts';
import type { NewOrder, Referral } from './insert-orders.ts';
import { callerOf } from './manage-code.ts';
import type { Order } from './order.ts';
import { orderById } from './reading/read-orders.ts';
import { findReplay } from './replay.ts';
import { BeyondDay, ClaimTaken, DoesNotFit, type StoreOrder } from './store-order.ts';
import { toleranceUnits } from './tolerance.ts';
import { refuseTooManyUnpaid } from './unpaid-cap.ts';

const NO_FINGERPRINT = Buffer.alloc(0);

/** All that placing works with. */
export interface PlaceContext {
  readonly database: Database;
  readonly pool: AddressPool;
  readonly network: Network;
  readonly store: StoreOrder;
  market(): Market;
  /** Told what was promised at a fixed price; absent: nobody counts that. */
  readonly promised?: (order: Order) => void;
  /** Traces, where they are on. */
  readonly traced?: {
    /** Where whoever goes on with the order finds what has been so far; null: nobody is to. */
    place(): string | null;
    placed(order: Order): void;
  };
  clockMs(): number;
  sealKeys(): readonly SealKey[];
}

export interface Placement {
  readonly request: PlaceRequest;
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
  /** As named by the client, known or not. */
  readonly refCodeName: string | undefined;
  readonly refCode: RefCode | null;
  /** The fees of the caller with the markup that is asked for, or a refusal of that; absent: those of the caller. */
  fees?(): AccountFees;
}

/** Places an order, or finds the one that the same request has placed before. */
export async function place(context: PlaceContext, placement: Placement): Promise<Order> {
  const { request, caller } = placement;
  const calcId = request.calc_id === '' ? undefined : request.calc_id;
  const claims = claimsOf({
    scope: caller.scope,
    accountScope: caller.accountScope,
    calcId: request.exchange_mode === 'fixed' ? calcId : undefined,
    idempotencyKey: placement.idempotencyKey,
    clientOrderId: request.client_order_id,
    nonce: caller.nonce,
  });
  // Only what has a claim is ever compared with another request.
  const fingerprint =
    claims.length > 0
      ? requestFingerprint(request, placement.refCodeName, context.market().catalogue)
      : NO_FINGERPRINT;

  let misfits = 0;
  let fullDays = 0;
  for (;;) {
    const replayed = await tryAgain(() => findReplay(context.database, claims, fingerprint));
    if (replayed !== null) return tryAgain(() => orderById(context.database, replayed));

    const terms = termsOf(context, placement, calcId);
    const { settings, catalogue } = context.market();
    const openValue = caller.isLimited
      ? await tryAgain(() => refuseTooManyUnpaid(context.database, caller.scope, settings.unpaid_orders_cap))
      : 0n;
    const isOfKeyless = isKeyless(caller.account.fees);
    const roomBy = (known: Catalogue) =>
      caller.isLimited ? fixedRoom(settings, openValue, known, isOfKeyless) : NO_CAPS;
    if (terms.mode === 'fixed') refuseBeyondCaps(terms, catalogue, roomBy(catalogue), false);
    const days = dayCounts(terms, caller, settings);
    if (days.length > 0) {
      const ofDay = await roomOfDay(context.database, days, caller, Math.floor(context.clockMs() / 1_000));
      refuseBeyond(terms, catalogue, ofDay, fullDays > 1);
    }
    const check = receiverCheck(catalogue, context.network);
    const receivers = checkReceivers(terms, request, check);
    const refundAddress = await checkRefundAddress(context, terms, request, check);

    const order: NewOrder = {
      no: newOrderNo(),
      queryCode: newQueryCode(),
      account: caller.account,
      terms,
      receivers,
      deposit: await context.pool.take(terms.from.chain.space),
      toleranceUnits: toleranceUnits(terms, settings),
      dustUnits: dustOfOrder(terms),
      lifetimeS: terms.mode === 'fixed' ? settings.fixed_lifetime_s : settings.float_lifetime_s,
      lateWindowS: settings.late_window_s,
      onMismatch: request.on_mismatch ?? 'ask',
      refundAddress,
      refundMemo: request.refund_memo ?? null,
      clientOrderId: request.client_order_id ?? null,
      caller: callerOf(caller),
      claims,
      fingerprint,
      referral: referralOf(placement.refCode, terms, caller.account),
      caps: {
        perAsset: capOf(caller, settings.fixed_open_per_asset_usdt),
        perCaller: capOf(caller, settings.fixed_open_per_caller_usdt),
        inAll: capOf(caller, settings.fixed_open_usdt),
        sharePct: capOf(caller, settings.fixed_share_pct),
        keylessPct: isOfKeyless ? capOf(caller, settings.fixed_keyless_pct) : null,
      },
      days,
      trace: context.traced?.place() ?? null,
    };
    try {
      const placed = await context.store(order);
      context.traced?.placed(placed);
      if (terms.mode === 'fixed') context.promised?.(placed);
      return placed;
    } catch (error) {
      if (error instanceof DoesNotFit) await refuseAsOfNow(context, terms, roomBy, ++misfits > 1);
      // Somebody has placed meanwhile what was left of the day: the next look says how much is.
      else if (error instanceof BeyondDay) fullDays++;
      // The same request at the same moment, here or on another node, was a little faster: answer with its order.
      else if (!(error instanceof ClaimTaken)) throw error;
    }
  }
}

function capOf({ isLimited }: Caller, most: number): number | null {
  return isLimited && most > 0 ? most : null;
}

/**
 * Refuses what is more than the treasury can promise, or may promise this caller, and says how much it can. What the
 * store has refused is too much, even if only by what splitting it rounds up.
 */
function refuseBeyond(terms: Terms, catalogue: Catalogue, room: FixedRoom, isRefused: boolean): void {
  const { units, from } = terms;
  const { minUnits, maxUnits } = limitsIn(terms, catalogue, room);
  const most = isRefused && units <= maxUnits ? floorPromised(units - 1n, from.decimals) : maxUnits;
  refuseOutside({ minUnits, maxUnits: most }, units, from);
}

/** The same of what a fixed order promises. Where caps leave nothing that could be ordered, it is busy: float goes on. */
function refuseBeyondCaps(terms: Terms, catalogue: Catalogue, room: FixedRoom, isRefused: boolean): void {
  const isFull = !hasRoom(limitsIn(terms, catalogue, room));
  if (isFull && hasRoom(limitsIn(terms, catalogue, NO_CAPS))) throw new Refusal(MESSAGE.busy);
  refuseBeyond(terms, catalogue, room, isRefused);
}

/** What was agreed, as far as there is room for it. */
function limitsIn(
  { from, price, limits, entries }: Terms,
  catalogue: Catalogue,
  room: FixedRoom,
): OrderLimits {
  const known = entries.map((entry) => ({ ...entry, asset: catalogue.get(entry.asset.id) }));
  const most = mostOf({ asset: from, price }, known, room);
  return {
    ...limits,
    maxUnits: floorPromised(most < limits.maxUnits ? most : limits.maxUnits, from.decimals),
  };
}

/** Refuses by what the store knows: what this node knew of the treasury was old, or somebody else was a little faster. */
async function refuseAsOfNow(
  { database, market }: PlaceContext,
  terms: Terms,
  roomBy: (catalogue: Catalogue) => FixedRoom,
  isRefused: boolean,
): Promise<void> {
  const catalogue = market().catalogue.withTreasury(await readTreasury(database));
  refuseBeyondCaps(terms, catalogue, roomBy(catalogue), isRefused);
}

function termsOf(context: PlaceContext, placement: Placement, calcId: string | undefined): Terms {
  const { request, caller } = placement;
  const market = context.market();
  if (request.exchange_mode === 'float') {
    if (calcId !== undefined) throw new Refusal(MESSAGE.calcIdOnlyFixed);
    return agree(market, request, placement.fees?.() ?? caller.account.fees, caller.isLimited);
  }
  if (calcId === undefined) throw new Refusal(MESSAGE.calcIdInvalid);
  const ownFee = ownFeeOf(request.exchange_mode, caller.account.fees);
  const terms = openQuote(context.sealKeys(), calcId, request, market.catalogue, context.clockMs(), ownFee);
  refuseOtherMarkup(terms, placement);
  if (!terms.from.canSend) throw new Refusal(MESSAGE.fromAssetDisabled);
  if (terms.entries.some(({ asset }) => !asset.canReceive)) throw new Refusal(MESSAGE.toAssetDisabled);
  // Whoever collects quotes could take the one from before a jump, once they have seen it.
  const coins = [terms.from, ...terms.entries.map(({ asset }) => asset)];
  if (coins.some(({ abbr }) => market.rates.isStopped(abbr, terms.mode))) throw new Refusal(MESSAGE.busy);
  if (hasJumpedSince(terms, market)) throw new Refusal(MESSAGE.busy);
  // One that is held for longer than usual could outlive all that is known of its price.
  const isKnown = ({ abbr }: Asset) =>
    market.rates.wasQuoted(abbr, freshnessOf(market), terms.mode, QUOTE_LIFETIME_S);
  if (!coins.every(isKnown)) throw new Refusal(MESSAGE.busy);
  return terms;
}

/** What a partner has put on top is theirs alone to order; whoever orders it may name it again, and no other. */
function refuseOtherMarkup({ conditions: { markup } }: Terms, { request, caller }: Placement): void {
  if (markup !== null && markup.accountId !== caller.account.id) throw new Refusal(MESSAGE.calcIdInvalid);
  if (request.markup !== undefined && markupPpmOf(request.markup) !== (markup?.ppm ?? 0))
    throw new Refusal(MESSAGE.calcIdParametersDiffer);
}

/** A transfer below a thousandth of the order, or that its chain hardly carries, is none that anybody meant to pay it with. */
export function dustOfOrder({ units, from }: Terms): bigint {
  const share = ceilDivide(units, 1_000n);
  const least = share > from.dustUnits ? share : from.dustUnits;
  return least < units ? least : units;
}

function checkReceivers(terms: Terms, request: PlaceRequest, check: CheckAddress): NewOrder['receivers'] {
  return terms.entries.map(({ asset }, n) => {
    const { to_address, to_memo } = request.to_address[n] as PlaceRequest['to_address'][number];
    const verdict = check(asset.chain, to_address);
    if (!verdict.valid) throw new Refusal(MESSAGE.invalidToAddress);
    return { address: verdict.address, memo: to_memo ?? null };
  });
}

/** A refund to an address of our own would come back as a deposit, and be refunded. Of receivers the store tells. */
async function checkRefundAddress(
  { database }: PlaceContext,
  { from: { chain } }: Terms,
  { refund_address }: PlaceRequest,
  check: CheckAddress,
): Promise<string | null> {
  if (refund_address === undefined || refund_address === '') return null;
  const verdict = check(chain, refund_address);
  if (!verdict.valid || (await isOurAddress(database, chain.space, verdict.address)))
    throw new Refusal(MESSAGE.invalidRefundAddress);
  return verdict.address;
}

/**
 * Who earns by an order, as of now; null if nobody does. One account alone: beside a markup, a referral code earns only if it is of
 * the account that has named the markup.
 */
export function referralOf(
  refCode: RefCode | null,
  terms: Terms,
  placer: Pick<Account, 'id' | 'referralRollId'>,
): Referral | null {
  const { markup } = terms.conditions;
  const code = markup !== null && refCode?.accountId !== placer.id ? null : refCode;
  if (code === null && markup === null) return null;
  return {
    code: code === null ? null : { id: code.id, name: code.code, rollId: code.rollId },
    accountId: code?.accountId ?? placer.id,
    accountRollId: code?.accountRollId ?? placer.referralRollId,
    commissionPpm: code?.commissionPpm ?? 0,
    orderAmount: worthInUsdt(terms.units, terms.price, terms.from.decimals),
  };
}
