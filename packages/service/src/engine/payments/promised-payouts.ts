import { post } from '../../ledger/post.ts';
import { PAYOUT, type PayoutState } from '../../payouts/life.ts';
import { noteAddress, noteUnits } from '../../payouts/note-payouts.ts';
import { IS_SERVED, REASON, type Reason } from '../../payouts/reasons.ts';
import type { RecordedPayment, RecordedPayout } from '../../record/recorded-payment.ts';
import type { Queryable } from '../../store/database.ts';

/** A payout that a recorded payment names. */
export interface PromisedPayout {
  readonly name: string;
  readonly id: number;
  /** Null: it is of no order. */
  readonly orderId: number | null;
  readonly reason: Reason;
  readonly entry: number | null;
  readonly state: PayoutState;
  readonly assetId: number;
  readonly address: string;
  readonly units: bigint;
  /** True if it is wanted now: its order is being served, the deposit is there that it gives back, or it was confirmed. */
  readonly isServed: boolean;
}

/** What the store has of the payouts that a recorded payment carries. */
export async function readPromised(
  client: Queryable,
  { payouts }: RecordedPayment,
): Promise<PromisedPayout[]> {
  const names = payouts.map(({ name }) => name);
  const { rows } = await client.query<Omit<PromisedPayout, 'units'> & { units: string }>({
    name: 'promised-payouts',
    text: `
      SELECT payout_name(p) AS name, p.id, p.order_id AS "orderId", p.reason, p.entry, p.state, p.asset_id AS "assetId",
             p.address, p.units::text,
             ${IS_SERVED} AS "isServed"
        FROM payout p LEFT JOIN orders o ON o.id = p.order_id
       WHERE p.id IN (SELECT y.id FROM orders x JOIN payout y ON y.order_id = x.id WHERE x.no = ANY ($1::text[])
                      UNION ALL
                      SELECT y.id FROM payout y WHERE y.order_id IS NULL AND payout_name(y) = ANY ($2::text[]))
       ORDER BY p.id FOR UPDATE OF p`,
    values: [names.map((name) => name.split('/')[0]), names],
  });
  return rows.filter(({ name }) => names.includes(name)).map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** What these are to pay was reckoned at the prices of then: from a store that has gone back it comes out otherwise. */
const AT_A_PRICE: readonly Reason[] = [REASON.output, REASON.refund];

/** Whether a payment pays one of its payouts at another address than the store has for it now. */
export function paysElsewhere({ payouts }: RecordedPayment, promised: readonly PromisedPayout[]): boolean {
  return payouts.some((paid) =>
    promised.some(({ name, address }) => name === paid.name && address !== paid.address),
  );
}

/**
 * Why a payment does not pay what the store has promised; null if it does. One that the chain has was paid where it was to go
 * then, whatever somebody has decided since who did not know of it.
 */
export function obstacleOf(
  { payouts }: RecordedPayment,
  promised: readonly PromisedPayout[],
  isInChain: boolean,
): string | null {
  for (const paid of payouts) {
    const payout = promised.find(({ name }) => name === paid.name);
    if (payout === undefined) return `the store has no payout ${paid.name}`;
    if (payout.state !== PAYOUT.ready) return `payout ${paid.name} is ${payout.state}, not by this payment`;
    if (payout.assetId !== paid.assetId || (payout.address !== paid.address && !isInChain)) {
      return `payout ${paid.name} is to ${payout.address} now`;
    }
    if (!AT_A_PRICE.includes(payout.reason) && payout.units !== BigInt(paid.units)) {
      return `payout ${paid.name} is ${payout.units} units, not ${paid.units}`;
    }
  }
  return null;
}

/** Whether other payments of ours carry all that it was to pay, to the same receivers. */
export function isPaidByOthers({ payouts }: RecordedPayment, promised: readonly PromisedPayout[]): boolean {
  return payouts.every((paid) =>
    promised.some(
      ({ name, state, address }) =>
        name === paid.name &&
        address === paid.address &&
        (state === PAYOUT.signed || state === PAYOUT.confirmed),
    ),
  );
}

/**
 * An order that was accepted or given back once more, at the price of now, was paid at the price of then: what was paid
 * counts, and the difference is the treasury's. So does whom it was paid to.
 */
export async function payAsSigned(
  client: Queryable,
  lost: RecordedPayment,
  promised: readonly PromisedPayout[],
  at: number,
): Promise<void> {
  for (const payout of promised) {
    const paid = lost.payouts.find(({ name }) => name === payout.name) as RecordedPayout;
    if (payout.address !== paid.address) {
      await noteAddress(client, payout.id, paid.address);
    }
    await payUnits(client, lost, payout, BigInt(paid.units), at);
  }
}

async function payUnits(
  client: Queryable,
  { txid }: RecordedPayment,
  { id, name, orderId, assetId, reason, entry, units: promised }: PromisedPayout,
  units: bigint,
  at: number,
): Promise<void> {
  const less = promised - units;
  if (less === 0n || orderId === null) return;
  await noteUnits(client, id, units);
  if (reason === REASON.output) {
    await client.query('UPDATE order_entry SET units = $3 WHERE order_id = $1 AND entry = $2', [
      ...[orderId, entry, String(units)],
    ]);
  }
  const entries = [
    { account: 'order', orderId, assetId, units: less } as const,
    { account: 'treasury', assetId, units: -less } as const,
  ];
  await post(client, [{ why: `payout ${name} was paid by ${txid} at another price`, entries }], at);
}
