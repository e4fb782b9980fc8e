import { excludes } from '../../record/excludes.ts';
import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Queryable } from '../../store/database.ts';
import { noteLost } from './lost-payments.ts';

const CHUNK = 500;
/** What was signed this moment may be on its way to the store. */
const ON_ITS_WAY_S = 15;

/**
 * Compares the payments of a record with the store, from the first that was not compared, and notes those that the store
 * lacks. Returns how many are compared by now. Unless all is calm the youngest are left for the next time.
 */
export async function compareRecord(
  client: Queryable,
  record: SigningRecord,
  from: number,
  isCalm: boolean,
  at: number,
): Promise<number> {
  let known = Math.min(from, record.count);
  while (known < record.count) {
    const some = await record.between(known, known + CHUNK);
    const young = isCalm ? -1 : some.findIndex((each) => each.at > at - ON_ITS_WAY_S);
    const payments = young < 0 ? some : some.slice(0, young);
    await noteLost(client, record.id, await lacking(client, record, payments), at);
    known += payments.length;
    if (payments.length < some.length) break;
  }
  return known;
}

/** Those that the store does not have, and that nothing in the store excludes. */
async function lacking(
  client: Queryable,
  record: SigningRecord,
  payments: readonly RecordedPayment[],
): Promise<RecordedPayment[]> {
  const stored = await storedAmong(client, payments);
  const lost: RecordedPayment[] = [];
  for (const payment of payments) {
    if (stored.has(payment.txid) || record.isDropped(payment)) continue;
    if (!(await isExcluded(client, record, payment))) lost.push(payment);
  }
  return lost;
}

/** Whether its payouts were signed anew since, by something in the store that excludes it. */
async function isExcluded(
  client: Queryable,
  record: SigningRecord,
  payment: RecordedPayment,
): Promise<boolean> {
  const ours = (txid: string) => record.find(payment.chainId, txid);
  for (const { name } of payment.payouts) {
    const others = (await record.signedFor(name)).filter(({ txid }) => txid !== payment.txid);
    const stored = await storedAmong(client, others);
    for (const other of others) {
      if (stored.has(other.txid) && !sharesAll(other, payment) && (await excludes(other, payment, ours)))
        return true;
    }
  }
  return false;
}

/** Attempts of the same payment: either may be mined. */
function sharesAll(a: RecordedPayment, b: RecordedPayment): boolean {
  return a.spends.length === b.spends.length && a.spends.every((spend) => b.spends.includes(spend));
}

async function storedAmong(client: Queryable, payments: readonly RecordedPayment[]): Promise<Set<string>> {
  if (payments.length === 0) return new Set();
  const { rows } = await client.query<{ txid: string }>({
    name: 'stored-payments',
    text: `
      SELECT p.txid FROM unnest($1::smallint[], $2::text[]) AS t (chain_id, txid)
        JOIN attempt p ON p.chain_id = t.chain_id AND p.txid = t.txid`,
    values: [payments.map(({ chainId }) => chainId), payments.map(({ txid }) => txid)],
  });
  return new Set(rows.map(({ txid }) => txid));
}
