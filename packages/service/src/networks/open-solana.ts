import type { Asset } from '../catalog/catalogue.ts';
import type { Network } from '../chains/family.ts';
import type { Took } from '../chains/rpc/post.ts';
import type { Signer } from '../chains/signer.ts';
import type { SolanaChain, SolanaToken } from '../chains/solana/solana-chain.ts';
import type { Clock } from '../clock.ts';
import type { SolanaChainConfig } from '../configuration/chains-config.ts';

const TIMEOUT_MS = 30_000;
/** There is a block in most slots of 0.4 seconds, and it is final after half a minute at most. */
const MOST_TIP_AGE_S = 5 * 60;

/** What Solana is opened with, beside what the file says. */
export interface SolanaSurroundings {
  readonly native: Asset;
  readonly treasury: string;
  readonly tokens: () => readonly SolanaToken[];
  readonly signer: Signer;
  readonly clock: Clock;
  readonly warn: (facts: object, message: string) => void;
  /** Is told how long a node took to answer a method, or why it did not. Absent: nobody asks. */
  readonly took?: (chain: string, method: string, ms: number, failure?: unknown) => void;
}

/** Opens Solana. Its code is loaded only where it is configured. */
export async function openSolana(
  {
    genesis,
    endpoints,
    quorum,
    fees,
    poll,
  }: Pick<SolanaChainConfig, 'genesis' | 'endpoints' | 'quorum' | 'fees' | 'poll'>,
  network: Network,
  { native, treasury, tokens, signer, clock, warn, took }: SolanaSurroundings,
): Promise<SolanaChain> {
  const [{ SolanaChain }, { SolanaRpc }] = await Promise.all([
    import('../chains/solana/solana-chain.ts'),
    import('../chains/solana/solana-rpc.ts'),
  ]);
  const { id, name, nativeAbbr } = native.chain;
  const timed: Took = (method, ms, failure) => took?.(name, method, ms, failure);
  return new SolanaChain({
    chain: { id, name, genesis, nativeAssetId: native.id, nativeAbbr, treasury },
    tokens,
    endpoints: endpoints.map(
      ({ url, headers }) => new SolanaRpc({ url, headers, timeoutMs: TIMEOUT_MS, took: timed }),
    ),
    quorum,
    fees,
    signer,
    poll,
    maxTipAgeS: network === 'main' ? MOST_TIP_AGE_S : null,
    clock,
    warn,
  });
}
