import type { Chain } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { chainAgrees, chainDiffers } from '../hold/hold.ts';
import { type Lease, underLease } from '../lease.ts';
import { compareBooks } from './compare-books.ts';

/** While the desk is held: notes whether a chain has been followed to its tip and its books agree there. */
export async function noteAgreement(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const [tip, followed] = [await chain.tip(), await lastFollowed(engine.database, chain.id)];
  if (tip.hash !== followed?.hash) return;
  const { catalogue } = await engine.market();
  const compared = await compareBooks(engine.database, chain, catalogue.assets);
  // What comes unseen to an account is looked for, and stops nothing.
  const agrees = compared.every(
    ({ asset, ledgerUnits, walletUnits }) =>
      walletUnits === ledgerUnits ||
      (chain.needsSweeping && asset.contract === null && walletUnits > ledgerUnits),
  );
  await underLease(engine.database, lease, (client) =>
    (agrees ? chainAgrees : chainDiffers)(client, chain.id),
  );
}
