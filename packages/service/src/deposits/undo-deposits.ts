import { eventType, tellTransfers } from '../events/tell.ts';
import type { Posting } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { isIn, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { CHANGED, type ChangedDeposit, type Owner, ownerOf } from './changed-deposit.ts';
import { DEPOSIT, DEPOSIT_CHANGES, depositIs } from './life.ts';

const { undone } = DEPOSIT_CHANGES;

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
  touched(client, rows, 'deposit.undone');
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
