import { join } from 'node:path';
import type { Network } from '../chains/family.ts';
import type { KnownBitcoinChain } from '../chains/known/bitcoin-chains.ts';
import type { KnownEvmChain } from '../chains/known/evm-chains.ts';
import type { KnownChain } from '../chains/known/known-chains.ts';
import type { BitcoinInFile, EvmInFile, SolanaInFile } from './schema.ts';
import type { TronInFile } from './tron-schema.ts';

/** A configuration to begin with: nodes on this machine, where they are unless somebody has told them otherwise. */

export interface StartingChain {
  readonly known: KnownChain;
  /** Where its node answers; undefined: where such a node answers by default. */
  readonly endpoint?: string | undefined;
}

/** The machine that it is for. */
export interface Machine {
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

type OfNetwork<T> = Readonly<Record<Network, T>>;

/** What nodes for developers call themselves; a second one needs another id, and has the next. */
const OWN_CHAIN_ID = 31_337;
const EVM_ENDPOINT = 'http://127.0.0.1:8545';
/** A node of one's own tells of its solidified block on another port. */
const TRON_ENDPOINT = { url: 'http://127.0.0.1:8090', solidity: 'http://127.0.0.1:8091' };
const SOLANA_ENDPOINT = 'http://127.0.0.1:8899';
/** Nobody reorganises a chain of one's own, and its blocks are final to nobody else. */
const OWN_CONFIRMATIONS = 2;

/** The text of the file. What it does not say has a default, which `config show` tells. */
export function startingFile(
  network: Network,
  chains: readonly StartingChain[],
  machine: Machine,
  schema: string | null,
): string {
  const accounts = chains.filter(({ known }) => known.family === 'evm');
  const entries = chains.map((chain) => [
    chain.known.name,
    entryOf(chain, network, OWN_CHAIN_ID + accounts.indexOf(chain), machine),
  ]);
  const file = {
    ...(schema !== null && { $schema: schema }),
    network,
    chains: Object.fromEntries(entries),
    signer: null,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function entryOf(
  { known, endpoint }: StartingChain,
  network: Network,
  ownChainId: number,
  machine: Machine,
): object {
  if (known.family === 'bitcoin') return bitcoinEntry(known, network, endpoint, machine);
  if (known.family === 'evm') return evmEntry(known, network, endpoint, ownChainId);
  return known.family === 'tron' ? tronEntry(endpoint) : solanaEntry(endpoint);
}

/** The same as the file has it, but for the exact decimals that numbers are read as. */
type Written<T> = { [Key in keyof T]: Key extends 'confirmations' | 'chainId' ? number : T[Key] };

function bitcoinEntry(
  { name, node, confirmations }: KnownBitcoinChain,
  network: Network,
  endpoint: string | undefined,
  machine: Machine,
): Written<BitcoinInFile> {
  const { ports, testFolder } = node;
  const below: OfNetwork<string> = { main: '', test: testFolder, regtest: 'regtest' };
  return {
    family: 'bitcoin',
    endpoint: endpoint ?? `http://127.0.0.1:${ports[network]}`,
    cookieFile: join(coreFolder(name, machine), below[network], '.cookie'),
    confirmations: network === 'regtest' ? OWN_CONFIRMATIONS : confirmations,
  };
}

function coreFolder(name: string, { home, platform }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  return join(home, `.${name.toLowerCase()}`);
}

function evmEntry(
  { chainId, testChainId, finality }: KnownEvmChain,
  network: Network,
  endpoint: string | undefined,
  ownChainId: number,
): Written<EvmInFile> {
  const ids: OfNetwork<number> = { main: chainId, test: testChainId, regtest: ownChainId };
  return {
    family: 'evm',
    chainId: ids[network],
    endpoints: [endpoint ?? EVM_ENDPOINT],
    ...(network === 'regtest'
      ? { finality: 'confirmations', confirmations: OWN_CONFIRMATIONS }
      : { finality }),
  };
}

function tronEntry(endpoint: string | undefined): Written<TronInFile> {
  return { family: 'tron', endpoints: [endpoint ?? TRON_ENDPOINT] };
}

function solanaEntry(endpoint: string | undefined): Written<SolanaInFile> {
  return { family: 'solana', endpoints: [endpoint ?? SOLANA_ENDPOINT] };
}
