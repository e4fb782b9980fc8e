import type { Logger } from 'pino';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { Network } from '../chains/family.ts';
import { TRON_CHAINS } from '../chains/known/tron-chains.ts';
import type { Clock } from '../clock.ts';
import { NOBODY_SIGNS } from '../networks/all-chains.ts';
import { openTron } from '../networks/open-tron.ts';
import type { Treasuries } from '../wallet/publish.ts';
import type { SignerFile } from './signer-file.ts';
import { type ChainWitness, type Witnesses, witnessOf } from './witness.ts';

/** It is asked for what has expired, and for nothing else. */
const UNUSED = { lifetimeS: 0, mostEnergyPrice: 0n, energy: null, poll: { busyS: 0, idleS: 5 } };

/** Opens the nodes of the signer's own. What it signs for without any is told: it is never signed a second time. */
export async function openWitnesses(
  { nodes }: Pick<SignerFile, 'nodes'>,
  assets: Catalogue,
  network: Network,
  { treasuries, clock, log }: { treasuries: Treasuries; clock: Clock; log: Logger },
): Promise<Witnesses> {
  const witnesses = new Map<number, ChainWitness>();
  for (const { name, space, native, confirmations } of TRON_CHAINS) {
    const asset = assets.find(name, native.coin.abbr);
    if (asset === undefined) continue;
    const own = nodes.get(name);
    if (own === undefined) {
      log.warn(
        `no nodes of ${name}: what expires there is not signed again. Set "nodes" in swapdesk.signer.json`,
      );
      continue;
    }
    const chain = await openTron({ ...own, ...UNUSED, confirmations }, network, {
      native: asset,
      treasury: treasuries[space],
      tokens: () => [],
      signer: NOBODY_SIGNS,
      clock,
      warn: (facts, message) => log.warn(facts, message),
    });
    witnesses.set(asset.chain.id, witnessOf(chain));
  }
  return witnesses;
}
