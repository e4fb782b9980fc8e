import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpRpc } from '../../packages/service/src/chains/evm/evm-rpc.ts';
import { compiledContracts } from './contracts.ts';
import { installNodes, NODES } from './test-nodes.ts';

const START_LIMIT_MS = 120_000;

/** A transaction that the node signs itself, from one of its own accounts. */
export interface NodeTransaction {
  readonly from?: string;
  readonly to?: string;
  readonly value?: bigint;
  readonly data?: string;
  readonly gas?: bigint;
}

/** A real EVM node of its own, on this machine only. Blocks come when they are asked for. */
export class HardhatNode {
  readonly url: string;
  readonly rpc: HttpRpc;
  /** Accounts with plenty of native coins, whose keys the node holds. */
  accounts: readonly string[] = [];
  private readonly process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.process = process;
    this.rpc = new HttpRpc({ url, timeoutMs: 30_000 });
  }

  static async start({ chainId = 31_337 } = {}): Promise<HardhatNode> {
    await installNodes();
    const port = await freePort();
    const cli = join(NODES, 'node_modules/hardhat/internal/cli/cli.js');
    // Unless told otherwise it listens to the whole network.
    const child = spawn(process.execPath, [cli, 'node', '--hostname', '127.0.0.1', '--port', String(port)], {
      cwd: NODES,
      env: {
        ...process.env,
        NODE_CHAIN_ID: String(chainId),
        NODE_ENDS_WITH_STDIN: 'yes',
        HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
        // A run of tests sets it, and the node would then take itself for a part of the tests.
        NODE_OPTIONS: '',
      },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const node = new HardhatNode(`http://127.0.0.1:${port}`, child);
    node.accounts = await node.whenReady();
    return node;
  }

  async stop(): Promise<void> {
    this.rpc.close();
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  /** Mines one block with everything that waits. */
  async mine(blocks = 1): Promise<void> {
    for (let n = 0; n < blocks; n++) await this.rpc.call('evm_mine');
  }

  /** Gives a transaction to the mempool; returns its id. */
  send({
    from = this.accounts[0]!,
    to,
    value = 0n,
    data,
    gas = 1_000_000n,
  }: NodeTransaction): Promise<string> {
    const transaction = {
      from,
      gas: `0x${gas.toString(16)}`,
      value: `0x${value.toString(16)}`,
      ...(to !== undefined && { to }),
      ...(data !== undefined && { data }),
    };
    return this.rpc.call<string>('eth_sendTransaction', [transaction]);
  }

  /** Puts a contract of `test/nodes/contracts` on the chain. Its creator has all the tokens. */
  async deploy(name: string, constructorArguments = ''): Promise<string> {
    const bytecode = (await compiledContracts())[name];
    if (bytecode === undefined) throw new RangeError(`there is no contract ${name}`);
    const txid = await this.send({ data: bytecode + constructorArguments, gas: 3_000_000n });
    await this.mine();
    const { contractAddress } = await this.rpc.call<{ contractAddress: string }>(
      'eth_getTransactionReceipt',
      [txid],
    );
    return contractAddress;
  }

  async setBalance(address: string, units: bigint): Promise<void> {
    await this.rpc.call('hardhat_setBalance', [address, `0x${units.toString(16)}`]);
  }

  /** Remembers this moment; the function returned goes back to it, as a reorganisation does. */
  async remember(): Promise<() => Promise<void>> {
    const snapshot = await this.rpc.call<string>('evm_snapshot');
    return async () => {
      await this.rpc.call('evm_revert', [snapshot]);
    };
  }

  private async whenReady(): Promise<string[]> {
    const giveUp = Date.now() + START_LIMIT_MS;
    for (;;) {
      try {
        return await this.rpc.call<string[]>('eth_accounts');
      } catch (error) {
        if (Date.now() > giveUp || this.process.exitCode !== null) throw error;
        await sleep(100);
      }
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
