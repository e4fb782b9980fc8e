import { eventType, tellTransfers } from '../events/tell.ts';
import type { Entry, Posting } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { isIn, literal, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { DEPOSIT, DEPOSIT_CHANGES, depositIs, depositIsNot, USE, type Use } from './life.ts';

/**
 * What chains do to deposits that are known. Here and in record-transfers.ts is all that changes a deposit's state: each change
 * of the table by compare-and-set, told to its order in the same statement and booked in the same transaction.
 */

const { vanished, confirmed, undone } = DEPOSIT_CHANGES;
const TAKEN_FOR_CHANGE = DEPOSIT_CHANGES['taken for change'];

/** An order that was paid by a transfer that vanished, and by nothing else. */
export interface Unpaid {
  readonly order_id: number;
  readonly has_expired: boolean;
}

/** Transfers that were seen and came to nothing. */
export async function transfersVanish(
  client: Queryable,
  chainId: number,
  txids: readonly string[],
  at: number,
): Promise<Unpaid[]> {
  const { rows } = await client.query<Unpaid>({
    name: 'transfers-gone',
    text: `
      WITH vanished AS (
        UPDATE deposit SET ${setTo(vanished)}
         WHERE chain_id = $1 AND txid = ANY ($2::text[]) AND ${isIn('state', vanished.from)}
        RETURNING id, order_id, asset_id, units, txid
      ), ${tellTransfers('vanished', eventType('deposit.vanished'), '$3::bigint')}
      SELECT DISTINCT o.id AS order_id, o.expires_at < $3 AS has_expired
        FROM vanished v JOIN orders o ON o.id = v.order_id AND o.asset_id = v.asset_id AND v.units >= o.dust_units
       WHERE NOT EXISTS (
             SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.asset_id = o.asset_id AND ${depositIsNot('d', DEPOSIT.gone)}
                AND d.units >= o.dust_units AND d.id NOT IN (SELECT id FROM vanished))`,
    values: [chainId, txids, at],
  });
  return rows;
}

/** A deposit whose state has changed. */
export interface ChangedDeposit {
  readonly id: number;
  readonly order_id: number | null;
  readonly asset_id: number;
  readonly units: string;
  /** Not null for one of an order: it was confirmed before, used, undone, and is back. */
  readonly use: Use | null;
  readonly is_treasury: boolean;
}

const CHANGED = `
  id, order_id, asset_id, units::text, use, EXISTS (SELECT 1 FROM address_space s WHERE s.treasury = address) AS is_treasury`;

/** Deposits that are deep enough become what we owe to their order, or to nobody, or the treasury's. */
export async function confirmMined(
  client: Queryable,
  chainId: number,
  settled: number,
  at: number,
): Promise<ChangedDeposit[]> {
  const { rows } = await client.query<ChangedDeposit>({
    name: 'confirm-deposits',
    text: `
      WITH confirmed AS (
        UPDATE deposit SET ${setTo(confirmed, '$3')},
               use = CASE WHEN order_id IS NULL THEN coalesce(use, ${literal(USE.exchange)}) ELSE use END
         WHERE chain_id = $1 AND ${isIn('state', confirmed.from)} AND height <= $2 - extra_blocks
        RETURNING id, order_id, asset_id, units, use, address, txid
      ), ${tellTransfers('confirmed', eventType('deposit.confirmed'), '$3')}
      SELECT ${CHANGED} FROM confirmed`,
    values: [chainId, settled, at],
  });
  await post(client, rows.map(confirmation), at);
  return rows;
}

function confirmation({ id, asset_id, units, ...row }: ChangedDeposit): Posting {
  const amount = BigInt(units);
  return {
    why: `deposit ${id} confirmed`,
    entries: [
      { account: 'incoming', assetId: asset_id, units: amount },
      { ...ownerOf(row), assetId: asset_id, units: -amount },
    ],
  };
}

type Owner = Pick<Entry, 'account' | 'orderId'>;

/** Whose a confirmed deposit is. What was used before it was confirmed again makes up for the loss. */
function ownerOf({
  order_id,
  use,
  is_treasury,
}: Pick<ChangedDeposit, 'order_id' | 'use' | 'is_treasury'>): Owner {
  if (order_id === null && is_treasury) return { account: 'treasury' };
  if (order_id === null) return { account: use === USE.refund ? 'loss' : 'unclaimed' };
  return use === null ? { account: 'order', orderId: order_id } : { account: 'loss' };
}

export interface UndoneDeposit extends ChangedDeposit {
  readonly was_confirmed: boolean;
}

/** The transfers of a block that is gone are only seen again. */
export async function undoBlock(
  client: Queryable,
  chainId: number,
  height: number,
  at: number,
): Promise<UndoneDeposit[]> {
  return undo(client, 'undo-deposits', 'chain_id = $1 AND height = $2', [chainId, height], at);
}

/** SQL about a deposit: a payment of ours gave it to one of our own addresses, and nobody wanted it to be paid there. */
const IS_OUR_OWN = `
  chain_id = $1 AND txid = $2 AND EXISTS (
    SELECT 1 FROM attempt a JOIN payment p ON p.id = a.payment_id
     WHERE a.chain_id = deposit.chain_id AND a.txid = deposit.txid AND (a.is_cancel OR p.payee IS NOT NULL
        OR EXISTS (SELECT 1 FROM address_space s WHERE s.treasury = deposit.address) AND NOT EXISTS (
           SELECT 1 FROM payout o WHERE o.payment_id = p.id AND o.address = deposit.address
              AND o.asset_id = deposit.asset_id AND o.units = deposit.units)))`;

/** The same of what one of our own payments brought, and was taken for deposits. */
export async function undoOwn(
  client: Queryable,
  chainId: number,
  txid: string,
  at: number,
): Promise<UndoneDeposit[]> {
  return undo(client, 'undo-own-deposits', IS_OUR_OWN, [chainId, txid], at);
}

/** Deposits become transfers that are merely seen; which, is a condition with two parameters. */
async function undo(
  client: Queryable,
  name: string,
  which: string,
  values: readonly [unknown, unknown],
  at: number,
): Promise<UndoneDeposit[]> {
  const { rows } = await client.query<UndoneDeposit>({
    name,
    text: `
      WITH before AS (
        SELECT id, state FROM deposit WHERE ${which} AND ${isIn('state', undone.from)} FOR UPDATE
      ), undone AS (
        UPDATE deposit d SET ${setTo(undone)} FROM before WHERE d.id = before.id
        RETURNING d.id, d.order_id, d.asset_id, d.units, d.use, d.address, d.txid,
                  ${depositIs('before', DEPOSIT.confirmed)} AS was_confirmed
      ), ${tellTransfers('undone', eventType('deposit.undone'), '$3::bigint')}
      SELECT ${CHANGED}, was_confirmed FROM undone`,
    values: [...values, at],
  });
  const postings = rows.map(({ id, asset_id, units, was_confirmed, ...row }): Posting => {
    const amount = BigInt(units);
    const owner: Owner = was_confirmed ? ownerOf(row) : { account: 'incoming' };
    return {
      why: `deposit ${id} undone`,
      entries: [
        { account: 'wallet', assetId: asset_id, units: -amount },
        { ...owner, assetId: asset_id, units: amount },
      ],
    };
  });
  await post(client, postings, at);
  return rows;
}

/** What came to the treasury by a transaction was the change of a payment of ours. Returns what to book. */
export async function takeForChange(
  client: Queryable,
  chainId: number,
  txid: string,
  treasury: string,
): Promise<Posting[]> {
  const { rows } = await client.query<{ id: number; asset_id: number; units: string; is_confirmed: boolean }>(
    `DELETE FROM deposit d WHERE d.chain_id = $1 AND d.txid = $2 AND d.address = $3 AND d.order_id IS NULL
        AND ${isIn('d.state', TAKEN_FOR_CHANGE.from)}
     RETURNING d.id, d.asset_id, d.units::text, ${depositIs('d', DEPOSIT.confirmed)} AS is_confirmed`,
    [chainId, txid, treasury],
  );
  return rows.map(({ id, asset_id, units, is_confirmed }) => ({
    why: `deposit ${id} is change of a payment of ours`,
    entries: [
      { account: 'wallet', assetId: asset_id, units: -BigInt(units) },
      { account: is_confirmed ? 'treasury' : 'incoming', assetId: asset_id, units: BigInt(units) },
    ],
  }));
}
