import { type Consequence, MESSAGE } from '@swapdesk/contract';
import { findAccount } from '../access/accounts.ts';
import { readPayoutAddress } from '../affiliates/payout-address.ts';
import { type DueCommissions, lockDue, writeCover } from '../affiliates/settlements.ts';
import type { Asset } from '../catalog/catalogue.ts';
import { lostPayouts } from '../engine/hold/lost-payments.ts';
import { post } from '../ledger/post.ts';
import { takeFromTreasury } from '../ledger/withdrawals.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import { fromUnits, powerOfTen } from '../money/units.ts';
import type { Arguments, ProposedAct } from '../operators/proposals.ts';
import { assetAmount } from '../orders/order-line.ts';
import { nameOfSettlements, owedBeside, REASON } from '../payouts/reasons.ts';
import { writeSettlement } from '../payouts/write-payouts.ts';
import { priceOfNow } from '../pricing/prices-of-now.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { ActContext } from './context.ts';
import { leaveTreasury } from './from-treasury.ts';
import { payableAddress } from './payable-address.ts';

/** What a settlement comes to. It is agreed when it is proposed, and confirmed as it was. */
interface Terms {
  /** In 10^-18 USDT. */
  readonly price: bigint;
  readonly units: bigint;
}

/** By so much the price may have moved until it is confirmed, in millionths of what was proposed. */
const MOST_MOVED_PPM = 10_000n;

/**
 * What is due to an affiliate is paid to them, in an asset and to an address of theirs. It leaves the treasury when it is
 * confirmed, and is paid as any other payout; from then until that is dropped no other settlement covers these commissions.
 */
export const settleCommissions: ProposedAct<ActContext> = {
  name: 'affiliate settle',
  least: 'admin',
  async plan(client, args, context) {
    const { catalogue } = context.market;
    const account = await findAccount(client, args.account ?? '');
    const { chain, coin, to, named } = await whereTo(client, account.id, args, context);
    const asset = catalogue.find(chain, coin);
    if (asset === undefined || asset.isAbsent) throw new Refusal(MESSAGE.assetNotFound);
    const address = await payableAddress(client, asset.chain, to, context, MESSAGE.invalidToAddress);
    const due = await dueAsProposed(client, account.id, args);
    const terms = await termsOf(client, { account: account.name, asset, address, due, args, context });
    const { price, units } = terms;
    const { before, after } = await leaveTreasury(client, catalogue, asset, units);
    const usdt = formatFixed(due.usdt);
    const orders = String(due.orderIds.length);
    const paid = assetAmount(catalogue, asset.id, units);
    return {
      subject: account.name,
      arguments: {
        account: account.name,
        chain: asset.chain.name,
        coin: asset.abbr,
        address,
        ...(named !== null && { named }),
        orders,
        covers: due.covers,
        usdt,
        price: formatFixed(price),
        units: String(units),
      },
      consequences: [
        counted('settled', orders === '1' ? 'order' : 'orders', orders),
        counted('is due for them', 'USDT', usdt),
        counted('is the price', `USDT for a ${asset.abbr}`, formatFixed(price)),
        ...before,
        { what: 'is paid out', ...paid, address },
        ...after,
      ],
      changes: [
        {
          what: 'settled',
          before: null,
          after: `${usdt} USDT of ${orders} orders: ${fromUnits(units, asset.decimals)} ${asset.abbr} to ${address}`,
        },
      ],
      async perform(proposalId, at) {
        const cover = { accountId: account.id, due, assetId: asset.id, price, units, address, proposalId };
        const settlementId = await writeCover(client, cover, at);
        const owed = { chainId: asset.chain.id, assetId: asset.id, address, units, proposalId };
        const payoutId = await writeSettlement(client, settlementId, owed, at);
        const owedBy = owedBeside(REASON.settlement);
        await post(client, [takeFromTreasury(owedBy, payoutId, asset.id, units)], at);
      },
    };
  },
};

/**
 * Where an affiliate is to be paid, and in what: as it was typed; where nothing was, as they have named it. What was proposed to be paid
 * there is paid nowhere else, and not to an address that does not count any more.
 */
async function whereTo(
  client: Queryable,
  accountId: number,
  { chain = '', coin = '', address: to = '', named }: Arguments,
  { market }: ActContext,
): Promise<{ chain: string; coin: string; to: string; named: string | null }> {
  if (named === undefined && to !== '') return { chain, coin, to, named: null };
  const { current } = await readPayoutAddress(client, accountId, market.now);
  if (named !== undefined && named !== String(current?.id)) throw new Refusal(MESSAGE.payoutAddressChanged);
  if (current === null) throw new Refusal(MESSAGE.noPayoutAddress);
  const asset = market.catalogue.get(current.assetId);
  return { chain: asset.chain.name, coin: asset.abbr, to: current.address, named: String(current.id) };
}

/** What is due; if it was proposed before, that and nothing else. */
async function dueAsProposed(
  client: Queryable,
  accountId: number,
  { orders, usdt, covers }: Arguments,
): Promise<DueCommissions> {
  if (orders === undefined) {
    const all = await lockDue(client, accountId);
    if (all === null) throw new Refusal(MESSAGE.nothingDue);
    return all;
  }
  const due = await lockDue(client, accountId, /^[1-9]\d{0,6}$/.test(orders) ? Number(orders) : 0);
  if (due?.covers !== covers || due === null || formatFixed(due.usdt) !== usdt)
    throw new Refusal(MESSAGE.dueChanged);
  return due;
}

interface Agreed {
  readonly account: string;
  readonly asset: Asset;
  readonly address: string;
  readonly due: DueCommissions;
  readonly args: Arguments;
  readonly context: ActContext;
}

/** Those that were proposed, or those of now. */
async function termsOf(client: Queryable, agreed: Agreed): Promise<Terms> {
  const { asset, due, args, context } = agreed;
  const priced = (price: bigint): Terms => ({
    price,
    units: (due.usdt * powerOfTen(asset.decimals)) / price,
  });
  const now = priceOfNow(context.market, asset);
  const proposed = args.price === undefined ? null : priced(parseFixed(args.price));
  if (proposed !== null && String(proposed.units) !== args.units) throw new Refusal(MESSAGE.dueChanged);
  if (await wasSigned(client, agreed, proposed)) return proposed as Terms;
  if (now === null) throw new Refusal(MESSAGE.priceNotFound);
  if (proposed === null) return priced(now);
  const moved = now > proposed.price ? now - proposed.price : proposed.price - now;
  if (moved * 1_000_000n > proposed.price * MOST_MOVED_PPM) throw new Refusal(MESSAGE.priceMoved);
  return proposed;
}

/**
 * Whether just this was signed before the store went back: then it is confirmed again at the price of then, and nobody pays it
 * twice. While any other settlement of the account is lost, what that has paid is not known to be due.
 */
async function wasSigned(
  client: Queryable,
  { account, asset, address }: Agreed,
  proposed: Terms | null,
): Promise<boolean> {
  const lost = await lostPayouts(client, nameOfSettlements(account));
  if (lost.length === 0) return false;
  const isThis = lost.every(
    (payout) =>
      payout.assetId === asset.id && payout.address === address && payout.units === String(proposed?.units),
  );
  if (!isThis) throw new Refusal(MESSAGE.settlementLost);
  return true;
}

/** A line of the preview that is no amount of an asset. */
function counted(what: Consequence['what'], abbr: string, amount: string): Consequence {
  return { what, chain: '', abbr, amount, address: '' };
}
