import { unsettled } from '../../affiliates/settlements.ts';
import type { Block, Chain, CoinChain } from '../../chains/chain.ts';
import type { Entry, Posting } from '../../ledger/accounts.ts';
import { post } from '../../ledger/post.ts';
import { ATTEMPT, attemptIs, isPaymentFor, PURPOSE } from '../../payments/life.ts';
import {
  attemptsMined,
  confirmAttempts,
  type MovingAttempt,
  readMoving,
  replaceOthers,
  undoAttempts,
} from '../../payments/mined-attempts.ts';
import { claimReturned, restoreReturned } from '../../payments/tie-to-deposits.ts';
import { undoPayouts } from '../../payouts/change-payouts.ts';
import { entriesUndone } from '../../payouts/entries.ts';
import { payoutOwner } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import { finishOrders } from '../orders/finish.ts';
import { freeCancelled, keepUncancelled } from './cancelled-payments.ts';
import { holdPayment } from './hold-payment.ts';
import { retakeWithdrawals } from './withdrawals.ts';

/** Payments of ours in a block: the wallet holds less. What they cost may be known only now. */
export async function paymentsMined(
  client: Queryable,
  chain: Chain,
  block: Block,
  at: number,
): Promise<void> {
  const rows = await attemptsMined(client, chain.id, block);
  const mined = await withKept(client, rows, at);
  await post(
    client,
    mined.map((row) => booking('mined', row, left)),
    at,
  );
  const made = mined.filter(({ is_failed, is_cancel }) => !is_failed && !is_cancel);
  if (made.length === 0) return;
  // One that had failed or was cancelled once has let go of it.
  await claimReturned(
    client,
    made.map(({ payment_id }) => payment_id),
  );
}

/** The same payments, with what they pay after all although they had been cancelled once. */
async function withKept(
  client: Queryable,
  mined: readonly MovingAttempt[],
  at: number,
): Promise<readonly MovingAttempt[]> {
  const made = mined.filter(({ is_cancel }) => !is_cancel).map(({ payment_id }) => payment_id);
  if ((await keepUncancelled(client, made, at)) === 0) return mined;
  return readMoving(
    client,
    mined.map(({ id }) => id),
  );
}

/** What coins and accounts do differently when a payment is there for good. */
export interface Confirming {
  /** Forgets what payments have used up, where it cannot come back. */
  useUp(client: Queryable, paymentIds: readonly number[]): Promise<void>;
  /** True if a cancel gives each payout a coin, which whoever pays it anew has to spend. */
  readonly givesCoins: boolean;
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
  { useUp, givesCoins }: Confirming,
): Promise<void> {
  const rows = await confirmAttempts(client, chain.id, settled, at);
  if (rows.length === 0) return;
  await post(
    client,
    rows.map((row) => booking('confirmed', row, arrived)),
    at,
  );
  await replaceOthers(client, rows);
  const isMade = ({ is_failed, is_cancel }: MovingAttempt) => !is_failed && !is_cancel;
  const [failed, made] = [rows.filter((row) => row.is_failed), rows.filter(isMade)];
  await useUp(
    client,
    made.map(({ payment_id }) => payment_id),
  );
  const cancels = rows.filter(({ is_cancel }) => is_cancel);
  const unused = givesCoins ? failed : [...failed, ...cancels];
  // What they were to bring in, or back, is still where it was.
  await client.query({
    name: 'release-coins',
    text: `
      DELETE FROM payment_spend s USING coin c
       WHERE s.payment_id = ANY ($1::bigint[]) AND c.chain_id = s.chain_id AND c.spend = s.spend`,
    values: [unused.map(({ payment_id }) => payment_id)],
  });
  await retakeWithdrawals(
    client,
    made.map(({ payment_id }) => payment_id),
    at,
  );
  await finishOrders(client, made.map(inChain), at);
  for (const { payment_id } of failed) {
    await holdPayment(client, payment_id, 'its payment is in the chain, but came to nothing', at);
  }
  for (const { payment_id } of cancels)
    await holdPayment(client, payment_id, 'its payment was cancelled', at);
  await freeCancelled(
    client,
    cancels.map((cancel) => ({ id: cancel.id, ...inChain(cancel) })),
    givesCoins,
  );
}

/** No reorganisation is as deep as this beyond the confirmations: miners themselves have to wait so long for their coins. */
export const UNDOABLE_BLOCKS = 100;

/**
 * What sweeps have brought in is not where it was, nor what was given back. Of a token that was given back, what was charged for
 * the fee still lies there: it is kept apart as it was, until somebody releases it. Of the chain's own coin that is fuel.
 */
export async function forgetSwept(client: Queryable, paymentIds: readonly number[]): Promise<void> {
  await client.query({
    name: 'leave-charged',
    text: `
      WITH left_over AS (
        UPDATE coin c SET units = c.units - o.units
          FROM payment_spend s, payment p, payout o, deposit d, chain n, asset a
         WHERE s.payment_id = ANY ($1::bigint[]) AND c.chain_id = s.chain_id AND c.spend = s.spend AND p.id = s.payment_id
           AND o.payment_id = p.id AND d.id = o.deposit_id AND d.address = p.source AND s.spend = d.txid || ':' || d.index
           AND n.id = c.chain_id AND a.id = c.asset_id AND a.abbr <> n.native_abbr AND c.units > o.units
        RETURNING c.chain_id, c.spend
      )
      DELETE FROM payment_spend s USING left_over l WHERE s.chain_id = l.chain_id AND s.spend = l.spend`,
    values: [paymentIds],
  });
  await client.query({
    name: 'spend-coins',
    text: `
      DELETE FROM coin c USING payment_spend s
       WHERE s.payment_id = ANY ($1::bigint[]) AND c.chain_id = s.chain_id AND c.spend = s.spend`,
    values: [paymentIds],
  });
}

/**
 * On chains of coins: forgets what was spent so long ago that it stays spent. Until then a reorganisation may undo the
 * payment; we hold its coins again then, and a replacement has to name them. No payment takes them meanwhile: they are
 * noted as used. Called at each block, so that each height has its turn.
 */
export async function forgetSpentCoins(client: Queryable, chain: CoinChain, settled: number): Promise<void> {
  await client.query({
    name: 'forget-spent-coins',
    text: `
      DELETE FROM coin c USING attempt a, payment_spend s
       WHERE a.chain_id = $1 AND a.height = $2 AND ${attemptIs('a', ATTEMPT.confirmed)}
         AND s.payment_id = a.payment_id AND c.chain_id = s.chain_id AND c.spend = s.spend`,
    values: [chain.id, settled - UNDOABLE_BLOCKS],
  });
}

/** What goes to a deposit address, and not from it. */
const TO_AN_ADDRESS = [PURPOSE.topUp, PURPOSE.lent, PURPOSE.takenBack];

/** The payments of a block that is gone wait for another: the same bytes are sent again. */
export async function undoPayments(
  client: Queryable,
  chain: Chain,
  height: number,
  at: number,
): Promise<void> {
  const rows = await undoAttempts(client, chain.id, height);
  const postings = rows.flatMap((row) => [
    ...(row.was_confirmed ? [reversed(booking('no longer confirmed', row, arrived))] : []),
    reversed(booking('no longer mined', row, left)),
  ]);
  await post(client, postings, at);
  const confirmed = rows.filter(({ was_confirmed }) => was_confirmed);
  const undone = confirmed.map(({ payment_id }) => payment_id);
  if (undone.length === 0) return;
  // What they had brought in, or back, lies where it was.
  await client.query(
    `INSERT INTO holder (chain_id, address)
     SELECT DISTINCT p.chain_id, CASE WHEN ${isPaymentFor('p', ...TO_AN_ADDRESS)} THEN p.payee ELSE p.source END FROM payment p
      WHERE p.id = ANY ($1::bigint[]) AND (${isPaymentFor('p', PURPOSE.sweep, ...TO_AN_ADDRESS)} OR EXISTS (
            SELECT 1 FROM payout o JOIN deposit d ON d.id = o.deposit_id WHERE o.payment_id = p.id AND d.address = p.source))
      UNION SELECT chain_id, source FROM gathered WHERE payment_id = ANY ($1::bigint[])
         ON CONFLICT DO NOTHING`,
    [undone],
  );
  await restoreReturned(client, undone);
  await unsettled(client, await undoPayouts(client, confirmed.map(inChain), at), at);
  await entriesUndone(client, undone);
}

function inChain({ payment_id, txid }: MovingAttempt) {
  return { paymentId: payment_id, txid };
}

type Owner = Pick<Entry, 'account' | 'orderId' | 'forOrder'>;
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

function booking(what: string, payment: MovingAttempt, move: Move): Posting {
  const { id, payouts, is_failed, native_id, fee_units } = payment;
  return {
    why: `payment ${id} ${what}`,
    entries: [
      ...(is_failed ? [] : payouts).flatMap(([orderId, assetId, units, reason]) =>
        move(payoutOwner(orderId, reason), assetId, BigInt(units)),
      ),
      ...move({ account: 'network', ...(is_failed ? soleOrder(payouts) : {}) }, native_id, BigInt(fee_units)),
    ],
  };
}

/** The order that a payment which paid nobody was for, if it was for one: what it cost counts for that. */
function soleOrder(payouts: MovingAttempt['payouts']): Pick<Entry, 'forOrder'> {
  const [orderId, ...others] = new Set(payouts.map(([id]) => id));
  return orderId == null || others.length > 0 ? {} : { forOrder: orderId };
}

function reversed({ why, entries }: Posting): Posting {
  return { why, entries: entries.map((entry) => ({ ...entry, units: -entry.units })) };
}
