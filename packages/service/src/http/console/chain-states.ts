import type { ChainState, HaltState, LeaseState } from '@swapdesk/contract';
import type { Catalogue } from '../../catalog/catalogue.ts';
import { fromUnits } from '../../money/units.ts';
import { blocksBehind, type ChainProgress } from '../../observe/chain-progress.ts';
import type { Health, StoredLease } from '../../observe/health.ts';
import type { ConsoleServices } from './services.ts';

/** The chains that are followed, as the console shows them. */
export function chainStates({ market, testNetworks }: ConsoleServices, health: Health): ChainState[] {
  const { catalogue } = market();
  return health.progress.map((progress) => {
    const { id, name } = progress.chain;
    const asset = catalogue.assets.find(({ chain }) => chain.id === id);
    const pool = health.wallet.find(({ chain }) => chain.id === id);
    return {
      chain: name,
      native: asset?.chain.nativeAbbr ?? '',
      confirmations: asset?.chain.confirmations ?? 0,
      is_simulated: testNetworks.has(id),
      treasury: asset?.chain.treasury ?? '',
      ...progressOf(progress),
      shut: health.shut.find(({ chainId }) => chainId === id)?.why ?? '',
      worker: workerOf(progress, health),
      payouts_waiting: health.payouts.find(({ chain_id }) => chain_id === id)?.payouts ?? 0,
      addresses_ready: pool === undefined ? 0 : pool.derived - pool.given,
    };
  });
}

function progressOf(progress: ChainProgress) {
  const { height, tip, trouble } = progress;
  return { height, tip, behind: blocksBehind(progress), trouble: trouble ?? '' };
}

function workerOf({ chain }: ChainProgress, health: Health): LeaseState | null {
  const lease = health.leases.find(({ name }) => name === `chain ${chain.id}`);
  return lease === undefined ? null : leaseState(lease, health.at);
}

export function leaseStates({ leases, at }: Health): LeaseState[] {
  return leases.map((lease) => leaseState(lease, at));
}

function leaseState({ name, holder, until }: StoredLease, now: number): LeaseState {
  return { name, holder, until, is_held: until >= now };
}

export function haltStates({ halts }: Health, catalogue: Catalogue): HaltState[] {
  return halts.map(({ assetId, ledgerUnits, walletUnits, since, reason, cause, wanted }) => {
    const { chain, abbr, decimals } = catalogue.get(assetId);
    return {
      chain: chain.name,
      abbr,
      ledger: fromUnits(ledgerUnits, decimals),
      wallet: fromUnits(walletUnits, decimals),
      since,
      reason,
      cause,
      wanted_by: wanted?.by ?? '',
      wanted_at: wanted?.at ?? 0,
    };
  });
}
