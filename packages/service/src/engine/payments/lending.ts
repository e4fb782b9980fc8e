import type { Chain, Lender, Lending, Loan } from '../../chains/chain.ts';
import {
  attemptIs,
  isPaymentFor,
  MAY_BE_MADE,
  type OwnPurpose,
  PURPOSE,
  UNMINED,
} from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';
import type { Round } from './own-transfers.ts';

/**
 * What is lent to deposit addresses for their sweeps, where an account of the operator's lends it. A loan is a payment of that account's
 * that pays nothing: stored, sent, found in a block or expired like any other. How much is lent is what the chain says: lent twice, it is
 * taken back at once, and taken back twice, the second is in no block.
 */

/** What could be lent for a sweep, beside what is promised already; null if nothing is, or burning is as cheap. */
export async function offerOf(
  { engine, chain }: Round,
  address: string,
  asset: Parameters<Lender['offer']>[1],
): Promise<Loan | null> {
  if (chain.lender === undefined) return null;
  return chain.lender.offer(address, asset, await promisedUnits(engine.database, chain));
}

export async function lend(round: Round, address: string, { units }: Loan): Promise<void> {
  await move(round, PURPOSE.lent, 'out', address, units);
}

/** Takes back what is lent to an address from which nothing is under way. False if nothing was. */
export async function takeBack(round: Round, address: string): Promise<boolean> {
  const { engine, chain } = round;
  if (chain.lender === undefined) return false;
  const { wasLent, isMoving } = await readLoans(engine.database, chain, address);
  if (!wasLent || isMoving) return isMoving;
  const units = await chain.lender.lentTo(address);
  if (units === 0n) return false;
  await move(round, PURPOSE.takenBack, 'back', address, units);
  return true;
}

async function move(
  { chain, native, pay }: Round,
  purpose: OwnPurpose,
  lends: Lending,
  address: string,
  units: bigint,
): Promise<void> {
  const { account } = chain.lender as Lender;
  await pay({ purpose, coins: [] }, account, { address, memo: null, assetId: native.id, units }, [], lends);
}

/** Whether something was lent to an address, and whether something of that waits for a block. */
async function readLoans(
  client: Queryable,
  { id }: Chain,
  address: string,
): Promise<{ readonly wasLent: boolean; readonly isMoving: boolean }> {
  const { rows } = await client.query<{ wasLent: boolean; isMoving: boolean }>({
    name: 'loans-of-address',
    text: `
      SELECT EXISTS (SELECT 1 FROM payment p WHERE p.chain_id = $1 AND p.payee = $2 AND ${isPaymentFor('p', PURPOSE.lent)}
                        AND ${MAY_BE_MADE}) AS "wasLent",
             EXISTS (SELECT 1 FROM payment p JOIN attempt a ON a.payment_id = p.id
                      WHERE p.chain_id = $1 AND p.payee = $2 AND ${isPaymentFor('p', PURPOSE.lent, PURPOSE.takenBack)}
                        AND ${attemptIs('a', ...UNMINED)}) AS "isMoving"`,
    values: [id, address],
  });
  return rows[0] as { wasLent: boolean; isMoving: boolean };
}

/** What is to be lent by what waits for a block: nodes do not know of it yet. */
async function promisedUnits(client: Queryable, { id }: Chain): Promise<bigint> {
  const { rows } = await client.query<{ units: string }>({
    name: 'loans-under-way',
    text: `
      SELECT coalesce(sum(p.units), 0)::text AS units FROM attempt a JOIN payment p ON p.id = a.payment_id
       WHERE a.chain_id = $1 AND ${attemptIs('a', ...UNMINED)} AND ${isPaymentFor('p', PURPOSE.lent)}`,
    values: [id],
  });
  return BigInt(rows[0]?.units ?? 0);
}
