import { BITCOIND, type CoreKind, LITECOIND } from './core-kinds.ts';
import { ANVIL, type EvmKind, HARDHAT } from './evm-kinds.ts';
import { findProgram } from './find-program.ts';

/** The real nodes that tests run between, and those that they do without, with the reason. */
export interface FoundNodes {
  readonly cores: readonly CoreKind[];
  readonly evms: readonly EvmKind[];
  readonly missing: readonly string[];
}

/** One kind of each, to exchange between. */
export interface NodePair {
  readonly core: CoreKind;
  readonly evm: EvmKind;
}

/** Looks for the programs on the PATH. Hardhat comes from npm, so it is always there. */
export async function findNodes(path?: string): Promise<FoundNodes> {
  const isThere = async (program: string) => (await findProgram(program, path)) !== null;
  const [litecoind, bitcoind, anvil] = await Promise.all(['litecoind', 'bitcoind', 'anvil'].map(isThere));
  const missing = Object.entries({ litecoind, bitcoind, anvil }).filter(([, found]) => !found);
  return {
    cores: [...(litecoind ? [LITECOIND] : []), ...(bitcoind ? [BITCOIND] : [])],
    evms: [HARDHAT, ...(anvil ? [ANVIL] : [])],
    missing: missing.map(([program]) => `${program} is not on the PATH`),
  };
}

/** As few pairs as have every kind in one of them. Without a kind on either side there is none. */
export function pairsOf({ cores, evms }: Pick<FoundNodes, 'cores' | 'evms'>): NodePair[] {
  if (cores.length === 0 || evms.length === 0) return [];
  return Array.from({ length: Math.max(cores.length, evms.length) }, (_, n) => ({
    core: cores[n % cores.length] as CoreKind,
    evm: evms[n % evms.length] as EvmKind,
  }));
}

/** What a run of tests says about them at its beginning. */
export function describeNodes({ cores, evms, missing }: FoundNodes): string {
  const used = [...cores.map(({ program }) => program), ...evms.map(({ name }) => name)];
  return [`Real nodes: ${used.join(', ')}.`, ...missing.map((reason) => `Not used: ${reason}.`)].join(' ');
}
