import type { Block, Chain } from '../../chains/chain.ts';
import type { Entry, Posting } from '../../ledger/accounts.ts';
import { post } from '../../ledger/post.ts';
import { undoPayouts } from '../../payouts/change-payouts.ts';
import { entriesUndone } from '../../payouts/entries.ts';
import { payoutOwner, type Reason } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import { finishOrders } from '../orders/finish.ts';
import { freeCancelled, keepUncancelled } from './cancelled-payments.ts';
import { holdPayment } from './hold-payment.ts';
import { retakeWithdrawals } from './withdrawals.ts';

/** What a payment moves: the payouts it carries and its own fee. */
interface PaymentRow {
  id: number;
  /** The first of those that replace one another: the payouts belong to it. */
  first_id: number;
  fee_units: string;
  /** In the chain, but its payouts were not made. */
  is_failed: boolean;
  /** In the chain in place of one whose payouts are not made now. */
  is_cancel: boolean;
  native_id: number;
  txid: string;
  payouts: [orderId: number | null, assetId: number, units: string, reason: Reason][];
}

const MOVES = `
  coalesce(p.replaces, p.id) AS first_id, p.txid, p.fee_units::text, p.is_failed, p.purpose = 'cancel' AS is_cancel,
  (SELECT a.id FROM asset a JOIN chain c ON c.id = a.chain_id AND a.abbr = c.native_abbr WHERE c.id = p.chain_id) AS native_id,
  coalesce((SELECT json_agg(json_build_array(o.order_id, o.asset_id, o.units::text, o.reason) ORDER BY o.id)
              FROM payout o WHERE o.payment_id = coalesce(p.replaces, p.id) AND p.purpose = 'payouts'), '[]') AS payouts`;

/** Payments of ours in a block: the wallet holds less. What they cost may be known only now. */
export async function paymentsMined(
  client: Queryable,
  chain: Chain,
  block: Block,
  at: number,
): Promise<void> {
  const told = block.transactions.filter(({ feeUnits, isFailed }) => feeUnits !== undefined || isFailed);
  const { rows } = await client.query<PaymentRow>({
    name: 'payments-mined',
    text: `
      UPDATE payment p
         SET state = 'mined', height = $3, fee_units = coalesce(t.fee_units, p.fee_units),
             is_failed = coalesce(t.is_failed, false)
        FROM payment m
        LEFT JOIN unnest($4::text[], $5::numeric[], $6::boolean[]) AS t (txid, fee_units, is_failed) ON t.txid = m.txid
       WHERE m.chain_id = $1 AND m.txid = ANY ($2::text[]) AND m.state NOT IN ('mined', 'confirmed') AND p.id = m.id
      RETURNING p.id, ${MOVES}`,
    values: [
      chain.id,
      block.transactions.map(({ txid }) => txid),
      block.height,
      told.map(({ txid }) => txid),
      told.map(({ feeUnits }) => feeUnits?.toString() ?? null),
      told.map(({ isFailed }) => isFailed ?? false),
    ],
  });
  const mined = await withKept(client, rows, at);
  await post(
    client,
    mined.map((row) => booking('mined', row, left)),
    at,
  );
}

/** The same payments, with what they pay after all although they had been cancelled once. */
async function withKept(
  client: Queryable,
  mined: readonly PaymentRow[],
  at: number,
): Promise<readonly PaymentRow[]> {
  const made = mined.filter(({ is_cancel }) => !is_cancel).map(({ first_id }) => first_id);
  if ((await keepUncancelled(client, made, at)) === 0) return mined;
  const { rows } = await client.query<PaymentRow>(
    `SELECT p.id, ${MOVES} FROM payment p WHERE p.id = ANY ($1::bigint[])`,
    [mined.map(({ id }) => id)],
  );
  return rows;
}

/**
 * Payments that are deep enough: their receivers have what we owed. Orders may be done by this. Those that came to
 * nothing, or were cancelled, have only cost their fee; an operator has to decide what then.
 */
export async function confirmPayments(
  client: Queryable,
  chain: Chain,
  settled: number,
  at: number,
): Promise<void> {
  const { rows } = await client.query<PaymentRow>({
    name: 'confirm-payments',
    text: `
      UPDATE payment p SET state = 'confirmed', confirmed_at = $3
       WHERE p.chain_id = $1 AND p.state = 'mined' AND p.height <= $2
      RETURNING p.id, ${MOVES}`,
    values: [chain.id, settled, at],
  });
  if (rows.length === 0) return;
  await post(
    client,
    rows.map((row) => booking('confirmed', row, arrived)),
    at,
  );
  await client.query({
    name: 'replace-others',
    text: `
      UPDATE payment SET state = 'replaced'
       WHERE (id = ANY ($1::bigint[]) OR replaces = ANY ($1::bigint[])) AND NOT id = ANY ($2::bigint[])`,
    values: [rows.map(({ first_id }) => first_id), rows.map(({ id }) => id)],
  });
  const isMade = ({ is_failed, is_cancel }: PaymentRow) => !is_failed && !is_cancel;
  const [failed, made] = [rows.filter((row) => row.is_failed), rows.filter(isMade)];
  // Coins that may come back are kept for a while: forgetSpentCoins.
  if (chain.spending === 'account') {
    await client.query({
      name: 'spend-coins',
      text: `
        DELETE FROM coin c USING payment_spend s
         WHERE s.payment_id = ANY ($1::bigint[]) AND c.chain_id = s.chain_id AND c.spend = s.spend`,
      values: [made.map(({ first_id }) => first_id)],
    });
  }
  // What they were to bring in is still where it was.
  await client.query({
    name: 'release-coins',
    text: `
      DELETE FROM payment_spend s USING coin c
       WHERE s.payment_id = ANY ($1::bigint[]) AND c.chain_id = s.chain_id AND c.spend = s.spend`,
    values: [failed.map(({ first_id }) => first_id)],
  });
  await retakeWithdrawals(
    client,
    made.map(({ first_id }) => first_id),
    at,
  );
  await finishOrders(client, made.map(inChain), at);
  for (const { first_id } of failed) {
    await holdPayment(client, first_id, 'its payment is in the chain, but came to nothing', at);
  }
  const cancels = rows.filter(({ is_cancel }) => is_cancel);
  for (const { first_id } of cancels) await holdPayment(client, first_id, 'its payment was cancelled', at);
  await freeCancelled(
    client,
    chain,
    cancels.map((cancel) => ({ id: cancel.id, ...inChain(cancel) })),
  );
}

/** No reorganisation is as deep as this beyond the confirmations: miners themselves have to wait so long for their coins. */
const UNDOABLE_BLOCKS = 100;

/**
 * On chains of coins: forgets what was spent so long ago that it stays spent. Until then a reorganisation may undo the
 * payment; we hold its coins again then, and a replacement has to name them. No payment takes them meanwhile: they are
 * noted as used. Called at each block, so that each height has its turn.
 */
export async function forgetSpentCoins(client: Queryable, chain: Chain, settled: number): Promise<void> {
  if (chain.spending !== 'coins') return;
  await client.query({
    name: 'forget-spent-coins',
    text: `
      DELETE FROM coin c USING payment p, payment_spend s
       WHERE p.chain_id = $1 AND p.height = $2 AND p.state = 'confirmed'
         AND s.payment_id = coalesce(p.replaces, p.id) AND c.chain_id = s.chain_id AND c.spend = s.spend`,
    values: [chain.id, settled - UNDOABLE_BLOCKS],
  });
}

/** The payments of a block that is gone wait for another: the same bytes are sent again. */
export async function undoPayments(
  client: Queryable,
  chain: Chain,
  height: number,
  at: number,
): Promise<void> {
  const { rows } = await client.query<PaymentRow & { was_confirmed: boolean }>({
    name: 'undo-payments',
    text: `
      WITH undone AS (SELECT id, state FROM payment WHERE chain_id = $1 AND height = $2 FOR UPDATE)
      UPDATE payment p SET state = 'sent', height = NULL, sent_at = 0, confirmed_at = 0
        FROM undone WHERE p.id = undone.id
      RETURNING p.id, undone.state = 'confirmed' AS was_confirmed, ${MOVES}`,
    values: [chain.id, height],
  });
  const postings = rows.flatMap((row) => [
    ...(row.was_confirmed ? [reversed(booking('no longer confirmed', row, arrived))] : []),
    reversed(booking('no longer mined', row, left)),
  ]);
  await post(client, postings, at);
  const confirmed = rows.filter(({ was_confirmed }) => was_confirmed);
  const undone = confirmed.map(({ first_id }) => first_id);
  if (undone.length === 0) return;
  // What a sweep had brought in lies where it was.
  await client.query(
    `INSERT INTO holder (chain_id, address)
     SELECT DISTINCT chain_id, CASE purpose WHEN 'sweep' THEN source ELSE payee END FROM payment
      WHERE id = ANY ($1::bigint[]) AND purpose IN ('sweep', 'fuel') ON CONFLICT DO NOTHING`,
    [undone],
  );
  await undoPayouts(client, confirmed.map(inChain), at);
  await entriesUndone(client, undone);
}

function inChain({ first_id, txid }: PaymentRow) {
  return { paymentId: first_id, txid };
}

type Owner = Pick<Entry, 'account' | 'orderId'>;
type Move = (owner: Owner, assetId: number, units: bigint) => Entry[];

/** In the chain: out of the wallet, but not for good yet. */
const left: Move = (_owner, assetId, units) => [
  { account: 'wallet', assetId, units: -units },
  { account: 'outgoing', assetId, units },
];

/** For good: whoever was owed it has had it, or the network its fee. */
const arrived: Move = (owner, assetId, units) => [
  { account: 'outgoing', assetId, units: -units },
  { ...owner, assetId, units },
];

function booking(what: string, payment: PaymentRow, move: Move): Posting {
  const { id, payouts, is_failed, native_id, fee_units } = payment;
  return {
    why: `payment ${id} ${what}`,
    entries: [
      ...(is_failed ? [] : payouts).flatMap(([orderId, assetId, units, reason]) =>
        move(payoutOwner(orderId, reason), assetId, BigInt(units)),
      ),
      ...move({ account: 'network' }, native_id, BigInt(fee_units)),
    ],
  };
}

function reversed({ why, entries }: Posting): Posting {
  return { why, entries: entries.map((entry) => ({ ...entry, units: -entry.units })) };
}
