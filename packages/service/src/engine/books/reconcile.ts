import type { BlockRef, Chain } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';
import { compareBooks } from './compare-books.ts';
import { findUnbooked } from './silent-deposits.ts';
import type { Surplus } from './surplus-coins.ts';

/** An asset of which the ledger says one thing and the chain another. */
export interface Difference {
  readonly assetId: number;
  readonly ledgerUnits: bigint;
  readonly walletUnits: bigint;
}

/**
 * Compares the ledger with the chain, asset by asset, as of the block that has been followed last: there they agree to
 * the unit, or something is wrong. Then nothing is paid out in that asset until an operator has looked. On chains of
 * accounts the chain's own coin can come unseen: more of that than is booked is looked for, and halts nothing.
 */
export async function reconcile(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  surplus: Surplus,
): Promise<Reconciled> {
  const { id } = (await engine.market()).catalogue.native(chain);
  let reconciled = await compareOn(engine, chain, id);
  if (chain.needsSweeping) {
    const isMore = ({ assetId, ledgerUnits, walletUnits }: Difference) =>
      assetId === id && walletUnits > ledgerUnits;
    if (reconciled.differences.some(isMore)) {
      await findUnbooked(engine, chain, lease, surplus);
      const { block, differences } = await compareOn(engine, chain, id);
      reconciled = { block, differences: differences.filter((each) => !isMore(each)) };
    } else surplus.forget();
  }
  const { differences } = reconciled;
  // Only this work moves the ledger of this chain's wallet, and it has not moved meanwhile: the lease is still ours.
  if (differences.length > 0) await halt(engine, chain, lease, differences);
  return reconciled;
}

/** What a comparison came to. Whatever differs is halted. */
export interface Reconciled {
  /** As of which block the chain's own coin was compared; null if the node could not tell. */
  readonly block: BlockRef | null;
  readonly differences: readonly Difference[];
}

async function compareOn(engine: Engine, chain: Chain, nativeId: number): Promise<Reconciled> {
  const { catalogue } = await engine.market();
  const compared = await compareBooks(engine.database, chain, catalogue.assets);
  return {
    block: compared.find(({ asset }) => asset.id === nativeId)?.block ?? null,
    differences: compared
      .filter(({ ledgerUnits, walletUnits }) => ledgerUnits !== walletUnits)
      .map(({ asset, ledgerUnits, walletUnits }) => ({ assetId: asset.id, ledgerUnits, walletUnits })),
  };
}

async function halt(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  differences: readonly Difference[],
): Promise<void> {
  await underLease(engine.database, lease, (client) =>
    client.query({
      name: 'halt-assets',
      text: `
        INSERT INTO halt (asset_id, ledger_units, wallet_units, since, reason)
        SELECT asset_id, ledger, wallet, $4, 'books' FROM unnest($1::int[], $2::numeric[], $3::numeric[]) AS t (asset_id, ledger, wallet)
            ON CONFLICT (asset_id) DO UPDATE
           SET ledger_units = excluded.ledger_units, wallet_units = excluded.wallet_units,
               reason = CASE halt.reason WHEN 'operator' THEN 'books' ELSE halt.reason END`,
      values: [
        differences.map(({ assetId }) => assetId),
        differences.map(({ ledgerUnits }) => String(ledgerUnits)),
        differences.map(({ walletUnits }) => String(walletUnits)),
        engine.clock(),
      ],
    }),
  );
  engine.warn(
    { chain: chain.name, differences: differences.map(inWords) },
    'ledger and wallet differ: payouts are halted',
  );
}

function inWords({ assetId, ledgerUnits, walletUnits }: Difference): string {
  return `asset ${assetId}: the ledger says ${ledgerUnits}, the chain ${walletUnits}`;
}
