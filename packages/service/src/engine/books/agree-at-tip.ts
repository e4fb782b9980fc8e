import type { Chain } from '../../chains/chain.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { chainAgrees, chainDiffers, readHold } from '../hold/hold.ts';
import { type Lease, underLease } from '../lease.ts';
import { compareBooks } from './compare-books.ts';

/**
 * While the desk is held: notes whether a chain has been followed to where its tip was when this process first saw the hold,
 * and its books agree there. Not to each newer tip: a chain may have a block whenever its node is asked.
 */
export class AgreementAtTip {
  private readonly chain: Chain;
  private goal: { readonly hold: string; readonly height: number } | null = null;

  constructor(chain: Chain) {
    this.chain = chain;
  }

  async note(engine: Engine, lease: Lease): Promise<void> {
    const hold = await readHold(engine.database);
    if (hold === null) return;
    const tip = await this.chain.tip();
    // A chain that has become shorter has no more than that.
    const height = this.goal?.hold === hold.id ? Math.min(this.goal.height, tip.height) : tip.height;
    this.goal = { hold: hold.id, height };
    const followed = await lastFollowed(engine.database, this.chain.id);
    if (followed === null || followed.height < height) return;
    const agrees = await this.agrees(engine);
    if (agrees === null) return;
    await underLease(engine.database, lease, (client) =>
      (agrees ? chainAgrees : chainDiffers)(client, this.chain.id),
    );
  }

  /** Null if the node cannot tell now. A token that answers nobody is no reason to wait. */
  private async agrees(engine: Engine): Promise<boolean | null> {
    const market = await engine.market();
    const native = market.catalogue.native(this.chain);
    const compared = await compareBooks(engine.database, this.chain, market.catalogue.assets);
    if (!compared.some(({ asset }) => asset.id === native.id)) return null;
    // What comes unseen to an account is looked for, and stops nothing.
    return compared.every(
      ({ asset, ledgerUnits, walletUnits }) =>
        walletUnits === ledgerUnits ||
        (this.chain.needsSweeping && asset.contract === null && walletUnits > ledgerUnits),
    );
  }
}
