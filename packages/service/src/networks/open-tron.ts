import type { Asset } from '../catalog/catalogue.ts';
import type { Network } from '../chains/family.ts';
import { TRON_NETWORKS } from '../chains/known/tron-chains.ts';
import type { Took } from '../chains/rpc/post.ts';
import type { Signer } from '../chains/signer.ts';
import type { TronChain, TronToken } from '../chains/tron/tron-chain.ts';
import type { Clock } from '../clock.ts';
import type { TronChainConfig } from '../configuration/chains-config.ts';

const TIMEOUT_MS = 30_000;
/** There is a block every three seconds, and it is solidified within a minute or two. */
const MOST_TIP_AGE_S = 15 * 60;

/** What TRON is opened with, beside what the file says. */
export interface TronSurroundings {
  readonly native: Asset;
  readonly treasury: string;
  readonly tokens: () => readonly TronToken[];
  readonly signer: Signer;
  readonly clock: Clock;
  readonly warn: (facts: object, message: string) => void;
  /** Is told how long a node took to answer a method, or why it did not. Absent: nobody asks. */
  readonly took?: (chain: string, method: string, ms: number, failure?: unknown) => void;
}

/** Opens TRON. Its code is loaded only where it is configured. */
export async function openTron(
  config: Pick<
    TronChainConfig,
    'endpoints' | 'quorum' | 'confirmations' | 'lifetimeS' | 'mostEnergyPrice' | 'energy' | 'poll'
  >,
  network: Network,
  { native, treasury, tokens, signer, clock, warn, took }: TronSurroundings,
): Promise<TronChain> {
  const [{ TronChain }, { HttpTronNode }] = await Promise.all([
    import('../chains/tron/tron-chain.ts'),
    import('../chains/tron/tron-node.ts'),
  ]);
  const { id, name, nativeAbbr } = native.chain;
  const { quorum, confirmations, lifetimeS, mostEnergyPrice, energy, poll } = config;
  const timed: Took = (method, ms, failure) => took?.(name, method, ms, failure);
  return new TronChain({
    chain: { id, name, confirmations, nativeAssetId: native.id, nativeAbbr, treasury },
    tokens,
    endpoints: config.endpoints.map(
      (endpoint) => new HttpTronNode({ ...endpoint, timeoutMs: TIMEOUT_MS, took: timed }),
    ),
    quorum,
    networks: network === 'regtest' ? null : TRON_NETWORKS[network],
    lifetimeS,
    mostEnergyPrice,
    energy,
    signer,
    poll,
    maxTipAgeS: network === 'main' ? MOST_TIP_AGE_S : null,
    clock,
    warn,
  });
}
