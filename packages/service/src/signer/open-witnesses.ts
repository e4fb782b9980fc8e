import type { Logger } from 'pino';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { Network } from '../chains/family.ts';
import { SOLANA_CHAINS } from '../chains/known/solana-chains.ts';
import { TRON_CHAINS } from '../chains/known/tron-chains.ts';
import type { Clock } from '../clock.ts';
import { NOBODY_SIGNS } from '../networks/all-chains.ts';
import { openSolana } from '../networks/open-solana.ts';
import { openTron } from '../networks/open-tron.ts';
import type { Treasuries } from '../wallet/publish.ts';
import type { SignerFile } from './signer-file.ts';
import { type ChainWitness, type Witnesses, witnessOf } from './witness.ts';

/** It is asked for what has expired, or what nonce accounts hold, and for nothing else. */
const NO_FEES = { floor: 0n, cap: 0n };
const POLL = { busyS: 0, idleS: 5 };
const UNUSED = { lifetimeS: 0, mostEnergyPrice: 0n, energy: null, poll: POLL };

/** Opens the nodes of the signer's own. What it signs for without any is told: it is never signed a second time. */
export async function openWitnesses(
  { nodes }: Pick<SignerFile, 'nodes'>,
  assets: Catalogue,
  network: Network,
  means: Means,
): Promise<Witnesses> {
  return new Map([
    ...(await tronWitnesses(nodes, assets, network, means)),
    ...(await solanaWitnesses(nodes, assets, network, means)),
  ]);
}

interface Means {
  readonly treasuries: Treasuries;
  readonly clock: Clock;
  readonly log: Logger;
}

async function tronWitnesses(
  nodes: SignerFile['nodes'],
  assets: Catalogue,
  network: Network,
  { treasuries, clock, log }: Means,
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

async function solanaWitnesses(
  nodes: SignerFile['nodes'],
  assets: Catalogue,
  network: Network,
  { treasuries, clock, log }: Means,
): Promise<Witnesses> {
  const witnesses = new Map<number, ChainWitness>();
  for (const { name, space, native, genesis } of SOLANA_CHAINS) {
    const asset = assets.find(name, native.coin.abbr);
    if (asset === undefined) continue;
    const own = nodes.get(name);
    if (own === undefined) {
      log.warn(
        `no nodes of ${name}: nobody says what nonce accounts hold, so what takes the place of a payment counts in full. Set "nodes" in swapdesk.signer.json`,
      );
      continue;
    }
    const config = { ...own, genesis: genesis[network], fees: NO_FEES, poll: POLL };
    const chain = await openSolana(config, network, {
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
