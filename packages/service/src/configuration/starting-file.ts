import { join } from 'node:path';
import type { Network } from '../chains/family.ts';
import { BITCOIN_CHAINS, type BitcoinChainName, EVM_CHAINS, type EvmChainName } from './followed-chains.ts';
import type { BitcoinInFile, EvmInFile } from './schema.ts';

/** A configuration to begin with: nodes on this machine, where they are unless somebody has told them otherwise. */

export type FollowedName = BitcoinChainName | EvmChainName;

/** Those that can be named. */
export const FOLLOWED_NAMES = [...Object.keys(BITCOIN_CHAINS), ...Object.keys(EVM_CHAINS)] as FollowedName[];

export interface StartingChain {
  readonly name: FollowedName;
  /** Where its node answers; undefined: where such a node answers by default. */
  readonly endpoint?: string | undefined;
}

/** The machine that it is for. */
export interface Machine {
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

type OfNetwork<T> = Readonly<Record<Network, T>>;

/** What such a program does unless it is told otherwise. */
const CORE: Readonly<Record<BitcoinChainName, { ports: OfNetwork<number>; testFolder: string }>> = {
  Bitcoin: { ports: { main: 8_332, test: 18_332, regtest: 18_443 }, testFolder: 'testnet3' },
  Litecoin: { ports: { main: 9_332, test: 19_332, regtest: 19_443 }, testFolder: 'testnet4' },
  Dogecoin: { ports: { main: 22_555, test: 44_555, regtest: 18_332 }, testFolder: 'testnet3' },
};

/** The public test networks that stand for them. */
const TEST_CHAIN_IDS: Readonly<Record<EvmChainName, number>> = {
  ...{ Ethereum: 11_155_111, Arbitrum: 421_614, BSC: 97, Polygon: 80_002, Base: 84_532 },
};
/** What nodes for developers call themselves; a second one needs another id, and has the next. */
const OWN_CHAIN_ID = 31_337;
const EVM_ENDPOINT = 'http://127.0.0.1:8545';
/** Nobody reorganises a chain of one's own, and its blocks are final to nobody else. */
const OWN_CONFIRMATIONS = 2;

/** The text of the file. What it does not say has a default, which `config show` tells. */
export function startingFile(
  network: Network,
  chains: readonly StartingChain[],
  machine: Machine,
  schema: string | null,
): string {
  const accounts = chains.filter(({ name }) => !isBitcoin(name));
  const entries = chains.map((chain) => [
    chain.name,
    isBitcoin(chain.name)
      ? bitcoinEntry(chain.name, network, chain.endpoint, machine)
      : evmEntry(chain.name, network, chain.endpoint, OWN_CHAIN_ID + accounts.indexOf(chain)),
  ]);
  const file = {
    ...(schema !== null && { $schema: schema }),
    ...{ network, chains: Object.fromEntries(entries), signer: null },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The same as the file has it, but for the exact decimals that numbers are read as. */
type Written<T> = { [Key in keyof T]: Key extends 'confirmations' | 'chainId' ? number : T[Key] };

function bitcoinEntry(
  name: BitcoinChainName,
  network: Network,
  endpoint: string | undefined,
  machine: Machine,
): Written<BitcoinInFile> {
  const { ports, testFolder } = CORE[name];
  const below: OfNetwork<string> = { main: '', test: testFolder, regtest: 'regtest' };
  return {
    family: 'bitcoin',
    endpoint: endpoint ?? `http://127.0.0.1:${ports[network]}`,
    cookieFile: join(coreFolder(name, machine), below[network], '.cookie'),
    confirmations: network === 'regtest' ? OWN_CONFIRMATIONS : BITCOIN_CHAINS[name].confirmations,
  };
}

function coreFolder(name: BitcoinChainName, { home, platform }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  return join(home, `.${name.toLowerCase()}`);
}

function evmEntry(
  name: EvmChainName,
  network: Network,
  endpoint: string | undefined,
  ownChainId: number,
): Written<EvmInFile> {
  const ids: OfNetwork<number> = {
    ...{ main: EVM_CHAINS[name].chainId, test: TEST_CHAIN_IDS[name], regtest: ownChainId },
  };
  return {
    family: 'evm',
    chainId: ids[network],
    endpoints: [endpoint ?? EVM_ENDPOINT],
    ...(network === 'regtest'
      ? { finality: 'confirmations', confirmations: OWN_CONFIRMATIONS }
      : { finality: 'finalized' }),
  };
}

function isBitcoin(name: FollowedName): name is BitcoinChainName {
  return Object.hasOwn(BITCOIN_CHAINS, name);
}
