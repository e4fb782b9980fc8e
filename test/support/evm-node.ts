import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpRpc } from '../../packages/service/src/chains/evm/evm-rpc.ts';
import { compiledContracts } from './contracts.ts';
import { type EvmKind, HARDHAT } from './evm-kinds.ts';
import { freePort } from './free-port.ts';
import { installNodes } from './test-nodes.ts';
import { endHeld, spawnHeld } from './while-held.ts';

const START_LIMIT_MS = 120_000;

/** A transaction that the node signs itself, from one of its own accounts. */
export interface NodeTransaction {
  readonly from?: string;
  readonly to?: string;
  readonly value?: bigint;
  readonly data?: string;
  readonly gas?: bigint;
}

export interface EvmNodeOptions {
  /** By default Hardhat: of its answers and refusals, and that it cannot trace, tests of the port speak. */
  readonly kind?: EvmKind;
  readonly chainId?: number;
}

/** A real EVM node of its own, on this machine only. Blocks come when they are asked for. */
export class EvmNode {
  readonly url: string;
  readonly rpc: HttpRpc;
  /** Accounts with plenty of native coins, whose keys the node holds. */
  accounts: readonly string[] = [];
  private readonly kind: EvmKind;
  private readonly process: ChildProcess;

  private constructor(kind: EvmKind, url: string, process: ChildProcess) {
    this.kind = kind;
    this.url = url;
    this.process = process;
    this.rpc = new HttpRpc({ url, timeoutMs: 30_000 });
  }

  static async start({ kind = HARDHAT, chainId = 31_337 }: EvmNodeOptions = {}): Promise<EvmNode> {
    await installNodes();
    const port = await freePort();
    const { program, args, cwd, env } = await kind.launch(port, chainId);
    const child = spawnHeld(program, args, { cwd, env });
    const node = new EvmNode(kind, `http://127.0.0.1:${port}`, child);
    node.accounts = await node.whenReady();
    return node;
  }

  async stop(): Promise<void> {
    this.rpc.close();
    await endHeld(this.process, 'KILL');
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
    const waiting = this.kind.forgetsWaiting ? await this.waiting() : [];
    const snapshot = await this.rpc.call<string>('evm_snapshot');
    return async () => {
      await this.rpc.call('evm_revert', [snapshot]);
      for (const bytes of waiting) await this.rpc.call('eth_sendRawTransaction', [bytes]);
    };
  }

  /** The bytes of all transactions that wait for a block, those of an account in their order. */
  private async waiting(): Promise<string[]> {
    const { pending } = await this.rpc.call<{ pending: Record<string, Record<string, { hash: string }>> }>(
      'txpool_content',
    );
    const hashes = Object.values(pending).flatMap((byNonce) =>
      Object.values(byNonce).map(({ hash }) => hash),
    );
    return Promise.all(hashes.map((hash) => this.rpc.call<string>('eth_getRawTransactionByHash', [hash])));
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
