import type { Chain } from '../../chains/chain.ts';
import { storePayments } from '../../payments/store-payments.ts';
import { claimReturned } from '../../payments/tie-to-deposits.ts';
import { carryPayouts } from '../../payouts/carry-payouts.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import { keepSigned, PayoutsChanged } from './keep-signed.ts';
import { MAY_BE_SIGNED } from './may-be-signed.ts';
import type { PutOff } from './put-off.ts';
import { holdOrigins, RETURNED_FROM } from './returned-from.ts';
import { type HasPassed, nothingPasses } from './signed-before.ts';
import type { NewPayouts, PayingEngine, ReadyPayout } from './try-sign.ts';

/** Payouts of an asset that are looked at in one round. */
const MOST_AT_ONCE = 200;

/** Signs what can be paid now; each time, what is to be stored together. */
export type SignPayouts = (
  engine: PayingEngine,
  payouts: readonly ReadyPayout[],
) => AsyncGenerator<NewPayouts[]>;

/**
 * Signs payouts that are ready: chooses what to spend, signs, and stores the bytes with what they use up, all before
 * anybody else hears of it. A crash before the commit has done nothing; after it, the same bytes are sent.
 */
export async function signPayouts(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  putOff: PutOff,
  sign: SignPayouts,
  hasPassed: HasPassed = nothingPasses,
): Promise<void> {
  const payouts = await readyPayouts(engine.database, chain.id, putOff.idsAt(engine.clock()));
  if (payouts.length === 0) return;
  const paying = { ...engine, putOff, lease, hasPassed };
  for await (const payments of sign(paying, payouts)) {
    await keepSigned(engine, chain, lease, payments, (client) =>
      store(client, chain, payments, engine.clock()),
    );
  }
}

async function store(
  client: Queryable,
  chain: Chain,
  payments: readonly NewPayouts[],
  at: number,
): Promise<void> {
  await holdOrigins(client, chain.treasury, payments);
  const stored = await storePayments(client, chain, payments, at);
  const carried = payments.flatMap(({ request, signed, payoutIds }) =>
    payoutIds.map((id, n) => ({
      id,
      paymentId: stored.get(signed.txid) as number,
      address: request.payees[n]?.address as string,
    })),
  );
  if ((await carryPayouts(client, carried, MAY_BE_SIGNED)) !== carried.length)
    throw new PayoutsChanged('payouts have changed while they were being signed');
  await claimReturned(client, [...stored.values()]);
}

/**
 * Some of each asset: those of one that is short, or that are put off, keep no others from being looked at. What goes to the
 * cold address comes behind all that is owed to somebody.
 */
async function readyPayouts(
  client: Queryable,
  chainId: number,
  putOff: readonly number[],
): Promise<ReadyPayout[]> {
  const { rows } = await client.query<{
    id: number;
    address: string;
    memo: string | null;
    asset_id: number;
    units: string;
    must_spend: string | null;
    waits_since: number | null;
    name: string;
    is_kept_apart: boolean;
    origin: string | null;
    is_cold: boolean;
  }>({
    name: 'ready-payouts',
    text: `
      SELECT due.* FROM asset a, LATERAL (
             SELECT p.id, p.address, p.memo, p.asset_id, p.units::text, p.must_spend, p.waits_since, payout_name(p) AS name,
                    -- What it must spend may also be of a cancel: then its own coin was spent before it was stopped.
                    ${isFor('p', REASON.refund)} AND EXISTS (
                      SELECT 1 FROM deposit q WHERE q.id = p.deposit_id AND q.quarantined_at > 0
                         AND p.must_spend = q.txid || ':' || q.index) AS is_kept_apart,
                    ${RETURNED_FROM} AS origin, ${isFor('p', REASON.cold)} AS is_cold
               FROM payout p LEFT JOIN orders o ON o.id = p.order_id
              WHERE p.chain_id = $1 AND p.asset_id = a.id AND ${MAY_BE_SIGNED}
                    -- Of one that was sent elsewhere since, nothing is known to be in the way.
                AND (p.id <> ALL ($3::bigint[]) OR p.waits_since IS NULL)
              ORDER BY ${isFor('p', REASON.cold)}, p.id LIMIT $2) AS due
       WHERE a.chain_id = $1 ORDER BY due.is_cold, due.id`,
    values: [chainId, MOST_AT_ONCE, putOff],
  });
  return rows.map((row) => ({
    id: row.id,
    payout: row.name,
    address: row.address,
    memo: row.memo,
    assetId: row.asset_id,
    units: BigInt(row.units),
    mustSpend: row.must_spend,
    isKeptApart: row.is_kept_apart,
    origin: row.origin,
    isCold: row.is_cold,
    waitsSince: row.waits_since,
  }));
}
