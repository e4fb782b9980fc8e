import { ORDER_STATUS } from '@swapdesk/contract';
import type { Block, Chain } from '../../chains/chain.ts';
import { confirmMined, transfersVanish } from '../../deposits/change-deposits.ts';
import { USE } from '../../deposits/life.ts';
import type { RecordedDeposit } from '../../deposits/record-transfers.ts';
import { type UndoneDeposit, undoBlock, undoOwn } from '../../deposits/undo-deposits.ts';
import type { Posting } from '../../ledger/accounts.ts';
import { post } from '../../ledger/post.ts';
import { changeStatus } from '../../orders/change-status.ts';
import type { Queryable } from '../../store/database.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { refund } from '../orders/finish.ts';
import { endLosses, type Loss, noteLosses } from './losses.ts';

const { waiting, sent, expired, exchanging, frozen } = ORDER_STATUS;

/** Orders to which their own asset was sent, and no dust, have been paid, for now. Those in other states are looked at later. */
export async function markOrdersPaid(
  client: Queryable,
  deposits: readonly RecordedDeposit[],
  at: number,
): Promise<void> {
  const orderIds = await ordersPaidBy(client, deposits);
  for (const from of [waiting, expired]) {
    await changeStatus(client, { orderIds, from, to: sent, cause: 'seen', at });
  }
}

/** Books what a block brought: it is in the wallet, but nobody's yet. */
export async function depositsMined(
  client: Queryable,
  chain: Chain,
  deposits: readonly RecordedDeposit[],
  block: Block,
  at: number,
): Promise<void> {
  await markOrdersPaid(client, deposits, at);
  const postings = deposits.map(
    ({ id, assetId, units }): Posting => ({
      why: `deposit ${id} mined`,
      entries: [
        { account: 'wallet', assetId, units },
        { account: 'incoming', assetId, units: -units },
      ],
    }),
  );
  await post(client, postings, at);
  await kindOf(chain).hold(client, deposits, block);
}

/** A transaction may do something else in a block than it was seen to do: what it does not do is gone. */
export async function transfersMissing(
  client: Queryable,
  chain: Chain,
  block: Block,
  at: number,
): Promise<void> {
  await transfersGone(
    client,
    chain,
    block.transactions.map(({ txid }) => txid),
    at,
  );
}

/**
 * Transfers that were seen and came to nothing. An order that was paid by nothing else waits again, or its time is over;
 * a refund may have waited only for this one.
 */
export async function transfersGone(
  client: Queryable,
  chain: Chain,
  txids: readonly string[],
  at: number,
): Promise<void> {
  const rows = await transfersVanish(client, chain.id, txids, at);
  for (const to of [waiting, expired]) {
    const orderIds = rows.filter((row) => row.has_expired === (to === expired)).map((row) => row.order_id);
    await changeStatus(client, { orderIds, from: sent, to, cause: 'vanished', at });
  }
  await refund(
    client,
    rows.map((row) => row.order_id),
    at,
  );
}

/**
 * Deposits that are deep enough become what we owe to their order, or to nobody, or the treasury's. Returns losses that
 * have ended by this.
 */
export async function confirmDeposits(
  client: Queryable,
  chain: Chain,
  settled: number,
  at: number,
): Promise<Loss[]> {
  const rows = await confirmMined(client, chain.id, settled, at);
  const used = rows.filter(({ order_id, use }) => use === USE.refund || (order_id !== null && use !== null));
  return endLosses(
    client,
    used.map(({ id }) => id),
  );
}

/**
 * The transfers of a block that is gone are only seen again. One that was confirmed was believed too early: what we
 * owe for it is taken back; if it has been exchanged or given back already, it is a loss. Returns these.
 */
export async function undoDeposits(
  client: Queryable,
  chain: Chain,
  height: number,
  at: number,
): Promise<Loss[]> {
  await client.query({
    name: 'undo-coins',
    text: 'DELETE FROM coin WHERE chain_id = $1 AND height = $2',
    values: [chain.id, height],
  });
  return noteUsed(client, await undoBlock(client, chain.id, height, at), at);
}

/** Of what is undone, that which has been used already is lost. */
async function noteUsed(client: Queryable, rows: readonly UndoneDeposit[], at: number): Promise<Loss[]> {
  const lost = rows.filter(
    ({ was_confirmed, use, order_id }) =>
      was_confirmed && use !== null && (order_id !== null || use === USE.refund),
  );
  await holdOrders(
    client,
    lost.filter(({ use }) => use === USE.exchange),
    at,
  );
  return noteLosses(
    client,
    lost.map(({ id }) => id),
    at,
  );
}

/** What a payment moved between addresses of ours, and was taken for deposits because nobody knew of the payment. */
export async function takeBackOwn(client: Queryable, chain: Chain, txid: string, at: number): Promise<void> {
  const own = await undoOwn(client, chain.id, txid, at);
  await client.query({
    name: 'undo-own-coins',
    text: `
      DELETE FROM coin c USING deposit d
       WHERE d.id = ANY ($1::bigint[]) AND c.chain_id = d.chain_id AND c.spend = d.txid || ':' || d.index`,
    values: [own.filter(({ is_treasury }) => !is_treasury).map(({ id }) => id)],
  });
  await noteUsed(client, own, at);
  await transfersGone(client, chain, [txid], at);
}

/** Orders that were accepted for money that is gone again are not paid out before an operator has looked. */
async function holdOrders(client: Queryable, lost: readonly UndoneDeposit[], at: number): Promise<void> {
  const orderIds = lost.map(({ order_id }) => order_id as number);
  const reason = 'its deposit was rolled back';
  const held = await changeStatus(client, {
    orderIds,
    from: exchanging,
    to: frozen,
    cause: 'held',
    reason,
    at,
  });
  await client.query(
    "UPDATE orders SET freeze_reason = 'OPERATOR', resolution = NULL WHERE id = ANY ($1::bigint[])",
    [held],
  );
}

async function ordersPaidBy(client: Queryable, deposits: readonly RecordedDeposit[]): Promise<number[]> {
  const known = deposits.filter(({ orderId }) => orderId !== null);
  if (known.length === 0) return [];
  const { rows } = await client.query<{ id: number }>({
    name: 'orders-paid-by',
    text: `
      SELECT DISTINCT o.id FROM unnest($1::bigint[], $2::int[], $3::numeric[]) AS d (order_id, asset_id, units)
        JOIN orders o ON o.id = d.order_id AND o.asset_id = d.asset_id AND d.units >= o.dust_units`,
    values: [
      known.map(({ orderId }) => orderId),
      known.map(({ assetId }) => assetId),
      known.map(({ units }) => String(units)),
    ],
  });
  return rows.map(({ id }) => id);
}
