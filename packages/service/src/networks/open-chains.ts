import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import type { Took } from '../chains/rpc/post.ts';
import type { Signer } from '../chains/signer.ts';
import type { Clock } from '../clock.ts';
import type {
  BitcoinChainConfig,
  ChainConfig,
  ChainsConfig,
  EvmChainConfig,
} from '../configuration/chains-config.ts';
import { StartupError } from '../startup-error.ts';
import { openSolana } from './open-solana.ts';
import { openTron } from './open-tron.ts';

/** All that chains of any family are opened with. */
export interface ChainSurroundings {
  readonly catalogue: () => Catalogue;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly warn: (facts: object, message: string) => void;
  /** Is told how long a node took to answer a method, or why it did not. Absent: nobody asks. */
  readonly took?: (chain: string, method: string, ms: number, failure?: unknown) => void;
}

const TIMEOUT_MS = 30_000;
/** Longer than any chain of Bitcoin's family has ever been without a block. */
const MOST_TIP_AGE_S = 4 * 3_600;
/** Chains of Ethereum's kind have one every few seconds. */
const MOST_EVM_TIP_AGE_S = 15 * 60;

/** Opens the configured chains. A family's code is loaded only where a chain of it is configured. */
export async function openChains(config: ChainsConfig, around: ChainSurroundings): Promise<Chain[]> {
  const chains: Chain[] = [];
  for (const chain of config.chains.values()) {
    chains.push(await openChain(chain, config, around));
  }
  return chains;
}

async function openChain(
  chain: ChainConfig,
  config: ChainsConfig,
  around: ChainSurroundings,
): Promise<Chain> {
  if (chain.family === 'bitcoin') return openBitcoin(chain, config, around);
  if (chain.family === 'evm') return openEvm(chain, config, around);
  const { catalogue } = around;
  const native = nativeOf(catalogue(), chain.name);
  const tokens = () => tokensOf(catalogue(), chain.name);
  const surroundings = { ...around, native, treasury: treasuryOf(native), tokens };
  return chain.family === 'tron'
    ? openTron(chain, config.network, surroundings)
    : openSolana(chain, config.network, surroundings);
}

async function openBitcoin(
  config: BitcoinChainConfig,
  { network }: ChainsConfig,
  { catalogue, signer, clock, warn, took }: ChainSurroundings,
): Promise<Chain> {
  const [{ BitcoinChain }, { JsonRpc }, { coinOf }] = await Promise.all([
    import('../chains/bitcoin/bitcoin-chain.ts'),
    import('../chains/rpc/json-rpc.ts'),
    import('../chains/bitcoin/coin-of.ts'),
  ]);
  const native = nativeOf(catalogue(), config.name);
  const { id, name, space, confirmations } = native.chain;
  const url = new URL(config.endpoint);
  if (config.auth.kind === 'password') {
    url.username = encodeURIComponent(config.auth.user);
    url.password = encodeURIComponent(config.auth.password);
  }
  const rpc = new JsonRpc({
    url: url.href,
    timeoutMs: TIMEOUT_MS,
    took: (method, ms, failure) => took?.(config.name, method, ms, failure),
    ...(config.auth.kind === 'cookie' && { cookieFile: config.auth.file }),
  });
  return new BitcoinChain({
    chain: { id, name, space, confirmations },
    nativeAssetId: native.id,
    treasury: treasuryOf(native),
    coin: coinOf(space),
    network,
    rpc,
    signer,
    fees: config.fees,
    clock,
    zmq: config.zmq,
    warn,
    help: config.help,
    poll: config.poll,
    maxTipAgeS: network === 'main' ? MOST_TIP_AGE_S : null,
  });
}

async function openEvm(
  config: EvmChainConfig,
  { network }: ChainsConfig,
  { catalogue, signer, clock, warn, took }: ChainSurroundings,
): Promise<Chain> {
  const [{ EvmChain }, { HttpRpc }, { gasOn }] = await Promise.all([
    import('../chains/evm/evm-chain.ts'),
    import('../chains/evm/evm-rpc.ts'),
    import('../chains/evm/gas-on.ts'),
  ]);
  const native = nativeOf(catalogue(), config.name);
  const { id, name, confirmations, nativeAbbr } = native.chain;
  const timed: Took = (method, ms, failure) => took?.(name, method, ms, failure);
  return new EvmChain({
    chain: {
      id,
      name,
      confirmations,
      nativeAbbr,
      evmChainId: config.chainId,
      nativeAssetId: native.id,
      treasury: treasuryOf(native),
    },
    tokens: () => tokensOf(catalogue(), config.name),
    endpoints: config.endpoints.map(
      ({ url, headers }) => new HttpRpc({ url, headers, timeoutMs: TIMEOUT_MS, took: timed }),
    ),
    quorum: config.quorum,
    finality: config.finality,
    fees: config.fees,
    canTrace: config.trace,
    ...gasOn(config.chainId),
    poll: config.poll,
    ws: config.ws,
    receipts: config.quorum > 1 ? 'suspicious' : 'always',
    signer,
    clock,
    warn,
    maxTipAgeS: network === 'main' ? MOST_EVM_TIP_AGE_S : null,
  });
}

function nativeOf({ assets }: Catalogue, name: string): Asset {
  const native = assets.find(({ chain, abbr }) => chain.name === name && abbr === chain.nativeAbbr);
  if (native === undefined) throw new Error(`the catalogue has no coin of ${name}`);
  return native;
}

function treasuryOf({ chain }: Asset): string {
  if (chain.treasury === undefined)
    throw new StartupError('There is no treasury yet: the first start makes it. Run: npx swapdesk start');
  return chain.treasury;
}

/** Also those that are switched off: what is sent all the same must be seen. */
function tokensOf({ assets }: Catalogue, name: string) {
  return assets.flatMap(({ id, abbr, contract, chain, isAbsent }) =>
    chain.name === name && contract !== null && !isAbsent ? [{ id, abbr, contract }] : [],
  );
}
