import { eventType, tellTransfers } from '../events/tell.ts';
import type { Posting } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { isIn, literal, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { CHANGED, type ChangedDeposit, ownerOf } from './changed-deposit.ts';
import { DEPOSIT, DEPOSIT_CHANGES, depositIs, depositIsNot, USE } from './life.ts';

/**
 * What chains do to deposits that are known. Like all that changes a deposit's state: by compare-and-set with the table, told to
 * its order in the same statement and booked in the same transaction.
 */

const { vanished, confirmed } = DEPOSIT_CHANGES;
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
  touched(client, rows, 'deposit.vanished');
  return rows;
}

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
  touched(client, rows, 'deposit.confirmed');
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
