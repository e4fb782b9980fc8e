import type { Chain } from '../../chains/chain.ts';
import { attemptIs, OPEN } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import type { Followed } from '../follow/follow.ts';
import { lastFollowed } from '../followed.ts';
import { readHold } from '../hold/hold.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { type Lease, underLease } from '../lease.ts';
import { NotNow, UnknownSpent } from '../payments/refuse-unknown.ts';
import { IS_OPEN } from '../payments/unknown-spends.ts';
import type { ChainGate } from './chain-gate.ts';
import type { Reconciled } from './reconcile.ts';

/** Tells the gate how far the chain has been followed; an operator, if the store has lost something. */
export function noteStep(engine: Engine, chain: Chain, gate: ChainGate, step: Followed): void {
  if (gate.followed(step)) return;
  engine.warn(
    { chain: chain.name, at: step.from?.height ?? null },
    'the store has lost commits of this very process: a replica was promoted, or a copy restored under it. ' +
      'Nothing is signed before the chain has been looked through again',
  );
}

/**
 * Shuts the gate if the store has something undecided, or lacks a payment that it had: what it has lost may be on its way.
 * Notes the newest payment.
 */
export async function notePayments(engine: Engine, chain: Chain, gate: ChainGate): Promise<void> {
  const { newest, isThere, hasUnknown } = await readSigns(engine.database, chain.id, gate.lastPayment);
  if (!isThere) {
    engine.warn(
      { chain: chain.name, txid: gate.lastPayment },
      'the store has lost a payment that had been signed: nothing is signed before all has been looked through again',
    );
    gate.lost();
  }
  gate.remember(newest);
  if (hasUnknown) {
    gate.close('something was spent by a transaction that the store does not know: npx swapdesk halt list');
  }
}

/**
 * Opens the gate of a chain, if it has been followed far enough, the books agree there, and nothing of ours was spent by
 * what the store does not know. An asset whose books differ is halted; the others go on.
 */
export async function tryGate(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  gate: ChainGate,
  reconcile: () => Promise<Reconciled>,
): Promise<void> {
  if (gate.shut === null || gate.goalHeight === null) return;
  const at = await lastFollowed(engine.database, chain.id);
  if (at === null || !gate.isDue(at)) {
    return gate.because(`it has been followed to block ${at?.height ?? 'none'} of ${gate.goalHeight}`);
  }
  const { block, differences } = await reconcile();
  if (block === null) return gate.because('the node cannot tell yet what we hold');
  if (!(await areUnspent(engine, chain, lease))) return;
  if (!gate.agreed(block)) return;
  const isHeld = (await readHold(engine.database)) !== null;
  const then = isHeld ? 'nothing is signed while the desk is held' : 'payments are signed';
  engine.tell(`${chain.name}: the books agree at block ${block.height}, ${then}`);
  await endDecided(
    engine,
    chain,
    lease,
    differences.map(({ assetId }) => assetId),
  );
}

/**
 * What was halted for what others had spent goes on, now that each of that is decided and the books agree; unless an operator
 * has halted it as well.
 */
async function endDecided(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  differing: readonly number[],
): Promise<void> {
  const { rowCount } = await underLease(engine.database, lease, (client) =>
    client.query({
      name: 'end-decided-halts',
      text: `
        WITH decided AS (
          SELECT asset_id FROM halt JOIN asset a ON a.id = asset_id
           WHERE a.chain_id = $1 AND reason = 'unknown spend' AND asset_id <> ALL ($2::int[])
        ), wanted AS (
          UPDATE halt SET reason = 'operator', cause = wanted WHERE wanted IS NOT NULL AND asset_id IN (TABLE decided)
        )
        DELETE FROM halt WHERE wanted IS NULL AND asset_id IN (TABLE decided)`,
      values: [chain.id, differing],
    }),
  );
  if (rowCount !== 0) engine.tell(`${chain.name}: all that was spent is decided, payouts go on`);
}

/** Asks about all that could be used. What is found halts the chain. */
async function areUnspent(engine: Engine, chain: Chain, lease: Lease): Promise<boolean> {
  try {
    await kindOf(chain).refuseUnknown(engine, lease);
    return true;
  } catch (error) {
    if (error instanceof NotNow || error instanceof UnknownSpent) return false;
    throw error;
  }
}

/** Stores whether the gate is shut and why, for whoever looks; only when that has changed. */
export class GateSign {
  private shown: { readonly token: number; readonly shut: string | null } | null = null;

  async show(engine: Engine, chain: Chain, lease: Lease, shut: string | null): Promise<void> {
    if (this.shown?.token === lease.token && this.shown.shut === shut) return;
    await underLease(engine.database, lease, (client) =>
      client.query({
        name: 'show-gate',
        text: `
          INSERT INTO chain_gate AS g (chain_id, holder, shut, since) VALUES ($1, $2, $3, $4)
              ON CONFLICT (chain_id) DO UPDATE
             SET holder = excluded.holder, shut = excluded.shut,
                 since = CASE WHEN (g.shut IS NULL) = (excluded.shut IS NULL) THEN g.since ELSE excluded.since END`,
        values: [chain.id, lease.holder, shut, engine.clock()],
      }),
    );
    this.shown = { token: lease.token, shut };
  }
}

/** Why nothing is signed on a chain, as the node that works on it said last. */
export interface ShutChain {
  readonly chainId: number;
  readonly why: string;
  readonly since: number;
}

export async function shutChains(client: Queryable): Promise<ShutChain[]> {
  const { rows } = await client.query<ShutChain>(
    'SELECT chain_id AS "chainId", shut AS why, since FROM chain_gate WHERE shut IS NOT NULL ORDER BY chain_id',
  );
  return rows;
}

interface Signs {
  /** The newest payment that is not final. */
  readonly newest: string | null;
  /** Whether the one that was asked for is still there. */
  readonly isThere: boolean;
  /** Whether something was spent that nobody has decided about. */
  readonly hasUnknown: boolean;
}

async function readSigns(client: Queryable, chainId: number, txid: string | null): Promise<Signs> {
  const { rows } = await client.query<Signs>({
    name: 'signs-of-loss',
    text: `
      SELECT (SELECT a.txid FROM attempt a WHERE a.chain_id = $1 AND ${attemptIs('a', ...OPEN)}
               ORDER BY a.id DESC LIMIT 1) AS newest,
             $2::text IS NULL OR EXISTS (SELECT 1 FROM attempt WHERE chain_id = $1 AND txid = $2) AS "isThere",
             EXISTS (SELECT 1 FROM unknown_spend u WHERE u.chain_id = $1 AND ${IS_OPEN}) AS "hasUnknown"`,
    values: [chainId, txid],
  });
  return rows[0] as Signs;
}
