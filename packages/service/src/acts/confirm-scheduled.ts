import type { AssetAmount } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { audited } from '../operators/audit.ts';
import { PROPOSAL } from '../operators/proposal-state.ts';
import { confirmProposal, type Decider } from '../operators/proposals.ts';
import { assetAmount } from '../orders/order-line.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { ActContext } from './context.ts';
import { ACTS } from './index.ts';

/** What the schedule has proposed to pay to an affiliate, and nobody has decided. */
export interface ScheduledPayment {
  readonly proposal: number;
  readonly account: string;
  readonly usdt: string;
  readonly paid: AssetAmount;
  readonly address: string;
}

/** Oldest first. */
export async function listScheduled(client: Queryable, catalogue: Catalogue): Promise<ScheduledPayment[]> {
  const { rows } = await client.query<Omit<ScheduledPayment, 'paid'> & { assetId: number; units: string }>(
    `SELECT p.id AS proposal, p.subject AS account, p.arguments->>'usdt' AS usdt, p.arguments->>'address' AS address,
            n.asset_id AS "assetId", p.arguments->>'units' AS units
       FROM scheduled_settlement s JOIN proposal p ON p.id = s.proposal_id
       JOIN payout_address n ON n.id = (p.arguments->>'named')::bigint
      WHERE p.state = '${PROPOSAL.open}' ORDER BY p.id`,
  );
  return rows.map(({ assetId, units, ...each }) => ({
    ...each,
    paid: assetAmount(catalogue, assetId, BigInt(units)),
  }));
}

/** What became of one that was to be confirmed. */
export interface ConfirmedOne {
  readonly proposal: number;
  readonly account: string;
  /** Why it could not be; null: it was. */
  readonly whyNot: string | null;
}

/**
 * Confirms what the schedule has proposed and somebody has looked at, as far as it may be by whoever does. What it has proposed since,
 * to another address or of more, nobody has seen: it waits. Each by itself: one that cannot be keeps no other.
 */
export async function confirmScheduled(
  database: Database,
  seen: readonly number[],
  decider: Decider,
  context: ActContext,
  waitS: number,
  now: number,
): Promise<ConfirmedOne[]> {
  const { rows } = await database.query<{ id: number; account: string }>(
    `SELECT p.id, p.subject AS account FROM scheduled_settlement s JOIN proposal p ON p.id = s.proposal_id
      WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id`,
    [seen],
  );
  const done: ConfirmedOne[] = [];
  for (const { id, account } of rows) {
    try {
      await audited(database, decider, now, (client) =>
        confirmProposal(client, ACTS, id, decider, context, waitS, now),
      );
      done.push({ proposal: id, account, whyNot: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.push({ proposal: id, account, whyNot: error.reply });
    }
  }
  return done;
}
