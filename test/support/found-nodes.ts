import { BITCOIND, type CoreKind, LITECOIND } from './core-kinds.ts';
import { ANVIL, type EvmKind, findAnvil, HARDHAT } from './evm-kinds.ts';
import { findProgram } from './find-program.ts';
import { NODES } from './test-nodes.ts';
import { IS_LONG } from './volume.ts';

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

export interface WhereToLook {
  /** The PATH, unless told otherwise. */
  readonly path?: string | undefined;
  /** The package of nodes. */
  readonly nodes?: string;
  /** True if Hardhat has its turn too where anvil is there. */
  readonly all?: boolean;
}

/** Looks for the programs, after they were installed. Hardhat comes from npm for every machine, so it is always there. */
export async function findNodes({
  path,
  nodes = NODES,
  all = IS_LONG,
}: WhereToLook = {}): Promise<FoundNodes> {
  const isThere = async (program: string) => (await findProgram(program, path)) !== null;
  const [litecoind, bitcoind] = await Promise.all(['litecoind', 'bitcoind'].map(isThere));
  const anvil = (await findAnvil(path, nodes)) !== null;
  return {
    cores: [...(litecoind ? [LITECOIND] : []), ...(bitcoind ? [BITCOIND] : [])],
    evms: [...(anvil ? [ANVIL] : []), ...(all || !anvil ? [HARDHAT] : [])],
    missing: [
      ...(litecoind ? [] : ['litecoind is not on the PATH']),
      ...(bitcoind ? [] : ['bitcoind is not on the PATH']),
      ...(anvil ? [] : ['anvil is not on the PATH, and npm has none for this machine']),
    ],
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

/** What a run of tests says about them, once they are installed. */
export function describeNodes({ cores, evms, missing }: FoundNodes): string {
  const used = [...cores.map(({ program }) => program), ...evms.map(({ name }) => name)];
  return [`Real nodes: ${used.join(', ')}.`, ...missing.map((reason) => `Not used: ${reason}.`)].join(' ');
}
