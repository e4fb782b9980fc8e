import { literal } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { PAYOUT_CHANGES } from './life.ts';
import { type ProposedReason, REASON } from './reasons.ts';

/** Writes what is owed: one function for each reason. What is written twice the store refuses. */

const READY = literal(PAYOUT_CHANGES.written.to);

/** The outputs of orders that are exchanged: one for each entry. */
export async function writeOutputs(
  client: Queryable,
  orderIds: readonly number[],
  at: number,
): Promise<void> {
  await client.query({
    name: 'write-outputs',
    text: `
      INSERT INTO payout (order_id, reason, entry, chain_id, asset_id, address, memo, units, state, created_at)
      SELECT e.order_id, ${literal(REASON.output)}, e.entry, a.chain_id, e.asset_id, e.address, e.memo, e.units, ${READY}, $2
        FROM order_entry e JOIN asset a ON a.id = e.asset_id
       WHERE e.order_id = ANY ($1::bigint[]) ORDER BY e.order_id, e.entry`,
    values: [orderIds, at],
  });
}

export interface NewRefund {
  readonly orderId: number;
  readonly depositId: number;
  readonly chainId: number;
  readonly assetId: number;
  readonly address: string;
  readonly memo: string | null;
  readonly units: bigint;
  /** Whether what came is a coin that can itself be given back. */
  readonly isCoin: boolean;
}

/** Gives a deposit of an order back. */
export async function writeRefund(client: Queryable, refund: NewRefund, at: number): Promise<void> {
  await client.query({
    name: 'write-refund',
    text: `
      INSERT INTO payout (order_id, reason, deposit_id, chain_id, asset_id, address, memo, units, state, created_at, must_spend)
      VALUES ($1, ${literal(REASON.refund)}, $2, $3, $4, $5, $6, $7, ${READY}, $8,
              -- What is in quarantine goes back itself, where that is possible, and not a coin that nobody has anything against.
              (SELECT c.spend FROM deposit d JOIN coin c ON c.chain_id = d.chain_id AND c.spend = d.txid || ':' || d.index
                WHERE d.id = $2 AND d.quarantined_at > 0 AND $9 AND NOT EXISTS (
                      SELECT 1 FROM payment_spend s WHERE s.chain_id = c.chain_id AND s.spend = c.spend)))`,
    values: [
      refund.orderId,
      refund.depositId,
      refund.chainId,
      refund.assetId,
      refund.address,
      refund.memo,
      String(refund.units),
      at,
      refund.isCoin,
    ],
  });
}

export interface NewEntryRefund {
  readonly orderId: number;
  readonly entry: number;
  /** The order's own asset. */
  readonly assetId: number;
  readonly address: string;
  readonly memo: string | null;
  readonly units: bigint;
  /** The cancel that keeps a payment of the output out of the chain. */
  readonly freedBy: number | null;
  readonly proposalId: number;
}

/** Gives an entry's part of the source back, instead of its output. */
export async function writeEntryRefund(client: Queryable, refund: NewEntryRefund, at: number): Promise<void> {
  await client.query(
    `INSERT INTO payout (order_id, reason, entry, chain_id, asset_id, address, memo, units, state, created_at,
                         freed_by, proposal_id)
     SELECT $1, ${literal(REASON.entryRefund)}, $2, a.chain_id, a.id, $4, $5, $6, ${READY}, $7, $8, $9
       FROM asset a WHERE a.id = $3`,
    [
      refund.orderId,
      refund.entry,
      refund.assetId,
      refund.address,
      refund.memo,
      String(refund.units),
      at,
      refund.freedBy,
      refund.proposalId,
    ],
  );
}

/** Something of no order that leaves by a confirmed proposal. */
export interface NewProposed {
  readonly chainId: number;
  readonly assetId: number;
  readonly address: string;
  readonly units: bigint;
  readonly proposalId: number;
}

/** The operator's own leaves the treasury. Returns the payout. */
export async function writeWithdrawal(
  client: Queryable,
  withdrawal: NewProposed,
  at: number,
): Promise<number> {
  return writeProposed(client, REASON.withdrawal, withdrawal, {}, at);
}

/** Gives back a deposit that came to an address of no order. */
export async function writeUnclaimed(
  client: Queryable,
  depositId: number,
  given: NewProposed,
  at: number,
): Promise<void> {
  await writeProposed(client, REASON.unclaimed, given, { depositId }, at);
}

/** Pays an affiliate the commissions that a settlement covers. Returns the payout. */
export async function writeSettlement(
  client: Queryable,
  settlementId: number,
  settled: NewProposed,
  at: number,
): Promise<number> {
  return writeProposed(client, REASON.settlement, settled, { settlementId }, at);
}

async function writeProposed(
  client: Queryable,
  reason: ProposedReason,
  { chainId, assetId, address, units, proposalId }: NewProposed,
  { depositId = null, settlementId = null }: { depositId?: number | null; settlementId?: number | null },
  at: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO payout (reason, deposit_id, chain_id, asset_id, address, units, state, created_at, proposal_id, settlement_id)
     VALUES ($1, $2, $3, $4, $5, $6, ${READY}, $7, $8, $9) RETURNING id`,
    [reason, depositId, chainId, assetId, address, String(units), at, proposalId, settlementId],
  );
  return rows[0]?.id as number;
}

/** What an engine has decided to send to the cold address. */
export interface NewCold {
  readonly chainId: number;
  readonly assetId: number;
  readonly address: string;
  readonly units: bigint;
  readonly coldTransferId: number;
}

/** What is above the hot limit leaves for the cold address. Returns the payout. */
export async function writeCold(
  client: Queryable,
  { chainId, assetId, address, units, coldTransferId }: NewCold,
  at: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO payout (reason, chain_id, asset_id, address, units, state, created_at, cold_transfer_id)
     VALUES (${literal(REASON.cold)}, $1, $2, $3, $4, ${READY}, $5, $6) RETURNING id`,
    [chainId, assetId, address, String(units), at, coldTransferId],
  );
  return rows[0]?.id as number;
}
