import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { NODES } from './test-nodes.ts';

/** How a program is started. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A program that tests run as an Ethereum of their own. All of them know Hardhat's methods for tests. */
export interface EvmKind {
  readonly name: 'hardhat' | 'anvil';
  /** True if going back to a snapshot clears what waits for a block, where Hardhat has it wait again as it did then. */
  readonly forgetsWaiting: boolean;
  launch(port: number, chainId: number): Promise<Launch>;
}

/** From npm, for every machine. What else it is told is in `test/nodes/hardhat.config.cjs`. */
export const HARDHAT: EvmKind = {
  name: 'hardhat',
  forgetsWaiting: false,
  async launch(port, chainId) {
    const cli = join(NODES, 'node_modules/hardhat/internal/cli/cli.js');
    return {
      program: process.execPath,
      // Unless told otherwise it listens to the whole network.
      args: [cli, 'node', '--hostname', '127.0.0.1', '--port', String(port)],
      cwd: NODES,
      env: {
        ...process.env,
        NODE_CHAIN_ID: String(chainId),
        HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
        // A run of tests sets it, and the node would then take itself for a part of the tests.
        NODE_OPTIONS: '',
      },
    };
  },
};

/** Part of Foundry; from npm for Linux on x64, else from the PATH. It starts at once, where Hardhat takes seconds. */
export const ANVIL: EvmKind = {
  name: 'anvil',
  forgetsWaiting: true,
  async launch(port, chainId) {
    return {
      program: (await findAnvil()) ?? 'anvil',
      args: [
        // Unless told otherwise it listens to the whole network.
        ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--accounts', '20'],
        // As Hardhat is told to: blocks come when a test asks for them, and hundreds of deposits fit into one.
        ...['--no-mining', '--order', 'fifo', '--gas-limit', '60000000', '--silent'],
        // Blocks are final soon, so that a test can have them so.
        ...['--slots-in-an-epoch', '1'],
      ],
    };
  },
};

/** Where anvil is: what npm has installed, or else on the PATH; null if nowhere. */
export async function findAnvil(path?: string, nodes = NODES): Promise<string | null> {
  const installed = join(nodes, 'node_modules/@foundry-rs/anvil-linux-amd64/bin');
  return (await findProgram('anvil', installed)) ?? findProgram('anvil', path);
}
