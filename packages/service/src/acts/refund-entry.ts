import { CHILD_STATUS, type Consequence, MESSAGE, ORDER_STATUS } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { complete, refund } from '../engine/orders/finish.ts';
import { post } from '../ledger/post.ts';
import { freeTreasury, lockTreasury } from '../ledger/treasury.ts';
import { parseFixed } from '../money/fixed.ts';
import type { ProposedAct } from '../operators/proposals.ts';
import { changeStatus } from '../orders/change-status.ts';
import { type EntryRefund, entryRefund, type UnpaidEntry } from '../orders/entry-refund.ts';
import { assetAmount } from '../orders/order-line.ts';
import { refundInstead } from '../payouts/decide-payouts.ts';
import { PAYOUT, payoutIsNot } from '../payouts/life.ts';
import { isFor, REASON } from '../payouts/reasons.ts';
import { writeEntryRefund } from '../payouts/write-payouts.ts';
import { priceOfNow } from '../pricing/prices-of-now.ts';
import { isFeeOfNow, leastRefund, refundFee } from '../pricing/refund-fee.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { ActContext } from './context.ts';
import { goOn } from './go-on.ts';
import { payableAddress } from './payable-address.ts';
import { tellPayout } from './tell-payout.ts';
import { lockUnpaid, type OpenPayout, readPayout } from './unpaid-payout.ts';

const { exchanging, frozen } = ORDER_STATUS;
const { toBePaid, completed } = CHILD_STATUS;

/** An output that cannot be paid is not made: its entry's part of the source, or what it is worth now, is given back. */
export const refundEntry: ProposedAct<ActContext> = {
  name: 'order refund-entry',
  least: 'support',
  async plan(client, { payout: id, address: given = '' }, context) {
    const { catalogue } = context.market;
    const found = await readPayout(client, id);
    const text = given === '' ? found.refund_address : given;
    if (text === null) throw new Refusal(MESSAGE.refundAddressNeeded);
    const { assetId } = await sourceOf(client, found);
    const { chain } = catalogue.get(assetId);
    const address = await payableAddress(client, chain, text, context, MESSAGE.invalidRefundAddress);
    const payout = await lockUnpaid(client, found);
    if (payout.reason !== REASON.output) throw new Refusal(MESSAGE.notAnOutput);
    const unpaid = await readEntry(client, payout);
    const fee = refundFee(assetId, context.market);
    const source = priceOfNow(context.market, catalogue.get(assetId));
    const entry = priceOfNow(context.market, catalogue.get(payout.asset_id));
    if (fee === null || source === null || entry === null) throw new Refusal(MESSAGE.busy);
    const back = entryRefund(unpaid, { source, entry }, fee, leastRefund(catalogue.get(assetId)));
    if (back.units === 0n && !isFeeOfNow(assetId, context.market)) throw new Refusal(MESSAGE.busy);
    await lockTreasury(client, [assetId]);
    const free = (await freeTreasury(client)).get(assetId) ?? 0n;
    if (free < back.owedUnits) throw new Refusal(MESSAGE.treasuryTooSmall);
    const amount = (asset: number, units: bigint) => assetAmount(catalogue, asset, units);
    const charged = back.owedUnits - back.units;
    const kept = back.keptUnits + (back.units === 0n ? charged : 0n);
    const consequences: Consequence[] = [
      { what: 'is not paid there', ...amount(payout.asset_id, unpaid.units), address: payout.address },
      ...(back.units === 0n
        ? []
        : [
            { what: 'is given back' as const, ...amount(assetId, back.units), address },
            { what: 'is the network fee' as const, ...amount(assetId, charged), address: '' },
          ]),
      ...(kept === 0n
        ? []
        : [{ what: 'stays with the treasury' as const, ...amount(assetId, kept), address: '' }]),
    ];
    return {
      subject: payout.no,
      arguments: { payout: String(payout.id), address },
      consequences,
      changes: changeOf(`payout ${payout.id}`, 'output', 'refund of its part'),
      perform: (proposalId, at) => giveBack(client, { payout, unpaid, back, address }, proposalId, at),
    };
  },
};

interface Given {
  readonly payout: OpenPayout;
  readonly unpaid: UnpaidEntry;
  readonly back: EntryRefund;
  readonly address: string;
}

async function giveBack(client: Queryable, given: Given, proposalId: number, at: number): Promise<void> {
  const { payout, unpaid, back, address } = given;
  const orderId = payout.order_id;
  await tellPayout(client, payout.id, 'payout.refunded', at);
  await refundInstead(client, payout.id, proposalId);
  await post(client, back.postings, at);
  // Nothing is earned with it, and nothing of it is to be paid out.
  await client.query(
    `UPDATE order_entry SET units = 0, fee_units = 0, markup_units = 0, network_fee_units = 0, status = $3, finished_at = $4
      WHERE order_id = $1 AND entry = $2`,
    [orderId, unpaid.entry, back.units === 0n ? completed : toBePaid, back.units === 0n ? at : 0],
  );
  if (back.units > 0n) {
    // The memo belongs to the address that the client gave.
    const memo = address === payout.refund_address ? payout.refund_memo : null;
    const { entry, sourceId: assetId } = unpaid;
    const refund = { orderId, entry, assetId, address, memo, units: back.units };
    await writeEntryRefund(client, { ...refund, freedBy: payout.freed_by, proposalId }, at);
  }
  await settle(client, orderId, at);
}

/** What is left of an order goes on, and is completed; one of which nothing is exchanged is refunded. */
async function settle(client: Queryable, orderId: number, at: number): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM payout p WHERE p.order_id = $1 AND ${isFor('p', REASON.output)} AND ${payoutIsNot('p', PAYOUT.refunded)} LIMIT 1`,
    [orderId],
  );
  if (rowCount !== 0) {
    await goOn(client, orderId);
    return complete(client, [orderId], at);
  }
  const reason = 'none of its outputs can be paid: all of it is given back';
  const orderIds = [orderId];
  await changeStatus(client, { orderIds, from: exchanging, to: frozen, cause: 'held', reason, at });
  await client.query(`UPDATE orders SET freeze_reason = 'OPERATOR', resolution = 'refund' WHERE id = $1`, [
    orderId,
  ]);
  await refund(client, orderIds, at);
}

async function sourceOf(client: Queryable, { order_id }: OpenPayout): Promise<{ assetId: number }> {
  const { rows } = await client.query<{ assetId: number }>(
    'SELECT asset_id AS "assetId" FROM orders WHERE id = $1',
    [order_id],
  );
  return rows[0] as { assetId: number };
}

/** The entry of an output, with what was booked for it. */
async function readEntry(client: Queryable, { order_id, entry }: OpenPayout): Promise<UnpaidEntry> {
  const { rows } = await client.query<{
    source_id: number;
    received_units: string;
    shares: string[];
    asset_id: number;
    units: string;
    fee_units: string;
    network_fee_units: string;
    source_price: string;
    price: string;
  }>(
    `SELECT o.asset_id AS source_id, o.received_units::text, e.asset_id, e.units::text, e.fee_units::text,
            e.network_fee_units::text, o.price AS source_price, e.price,
            ARRAY (SELECT s.share::text FROM order_entry s WHERE s.order_id = o.id ORDER BY s.entry) AS shares
       FROM orders o JOIN order_entry e ON e.order_id = o.id WHERE o.id = $1 AND e.entry = $2`,
    [order_id, entry],
  );
  const row = rows[0] as (typeof rows)[number];
  return {
    orderId: order_id,
    entry: entry as number,
    sourceId: row.source_id,
    receivedUnits: BigInt(row.received_units),
    shares: row.shares.map(parseFixed),
    assetId: row.asset_id,
    units: BigInt(row.units),
    feeUnits: BigInt(row.fee_units),
    networkFeeUnits: BigInt(row.network_fee_units),
    prices: { source: parseFixed(row.source_price), entry: parseFixed(row.price) },
  };
}
