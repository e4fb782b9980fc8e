import { join } from 'node:path';
import { installNodes, NODES } from './test-nodes.ts';

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
  launch(port: number, chainId: number): Promise<Launch>;
}

/** From npm, installed by the first test that needs it. What else it is told is in `test/nodes/hardhat.config.cjs`. */
export const HARDHAT: EvmKind = {
  name: 'hardhat',
  async launch(port, chainId) {
    await installNodes();
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

/** Part of Foundry. */
export const ANVIL: EvmKind = {
  name: 'anvil',
  launch: async (port, chainId) => ({
    program: 'anvil',
    args: [
      ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--accounts', '20'],
      // As Hardhat is told to: blocks come when a test asks for them, and hundreds of deposits fit into one.
      ...['--no-mining', '--order', 'fifo', '--gas-limit', '60000000', '--silent'],
    ],
  }),
};
