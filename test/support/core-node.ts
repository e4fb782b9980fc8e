import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../packages/contract/src/index.ts';
import { JsonRpc } from '../../packages/service/src/chains/rpc/json-rpc.ts';
import { type CoreKind, LITECOIND } from './core-kinds.ts';
import { freePort } from './free-port.ts';
import { endHeld, spawnHeld } from './while-held.ts';

const WALLET = 'user';
const START_TIMEOUT_MS = 120_000;
const REPLACEABLE = 0xffff_fffd;

interface OutputRef {
  readonly txid: string;
  readonly index: number;
}

/** A real node of Bitcoin's family in regtest, on loopback, with a wallet that stands for everybody else. */
export class CoreNode {
  readonly kind: CoreKind;
  /** As Swapdesk sees it: without a wallet. */
  readonly rpc: JsonRpc;
  /** As everybody else. */
  readonly user: JsonRpc;
  /** As a configuration file names it. */
  readonly endpoint: { readonly endpoint: string; readonly cookieFile: string };
  private readonly folder: string;
  private readonly port: number;
  private readonly options: readonly string[];
  private process: ChildProcess | null = null;

  private constructor(kind: CoreKind, folder: string, port: number, options: readonly string[]) {
    this.kind = kind;
    this.folder = folder;
    this.options = options;
    this.port = port;
    const url = `http://127.0.0.1:${port}`;
    const cookieFile = join(folder, 'regtest', '.cookie');
    this.rpc = new JsonRpc({ url, cookieFile });
    this.user = new JsonRpc({ url: `${url}/wallet/${WALLET}`, cookieFile });
    this.endpoint = { endpoint: url, cookieFile };
  }

  /** A new node whose wallet has coins to spend, with these options beside the usual ones. */
  static async start(kind = LITECOIND, options: readonly string[] = []): Promise<CoreNode> {
    const folder = await mkdtemp(join(tmpdir(), `${kind.program}-`));
    const node = new CoreNode(kind, folder, await freePort(), options);
    await node.launch();
    const loadOnStartup = true;
    await node.rpc.call('createwallet', WALLET, false, false, '', false, kind.hasDescriptors, loadOnStartup);
    await node.mine(110);
    return node;
  }

  /** Starts the program; its data is what it was. */
  async launch(): Promise<void> {
    this.process = spawnHeld(this.kind.program, [
      ...['-regtest', `-datadir=${this.folder}`, `-rpcport=${this.port}`],
      ...['-listen=0', '-dnsseed=0', '-prune=1', '-dbcache=16', '-fallbackfee=0.0001', '-printtoconsole=0'],
      // It does not end before connections that are kept open have idled for this long.
      '-rpcservertimeout=1',
      ...this.kind.options,
      ...this.options,
    ]);
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        await this.rpc.call('getblockcount');
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(100);
      }
    }
  }

  /** Ends the program as an operator would; `launch` starts it again. */
  halt(): Promise<void> {
    return this.end('TERM');
  }

  /** Ends it without warning: what waited for a block is lost, but for what its wallet knows. Blocks are written to the disk first. */
  async kill(): Promise<void> {
    await this.rpc.call('gettxoutsetinfo');
    await this.end('KILL');
  }

  async stop(): Promise<void> {
    await this.halt();
    this.rpc.close();
    this.user.close();
    await rm(this.folder, { recursive: true });
  }

  /** Mines blocks, to the user unless told otherwise; returns the hash of the last. */
  async mine(blocks = 1, address?: string): Promise<string> {
    const to = address ?? (await this.newAddress());
    return ((await this.rpc.call('generatetoaddress', blocks, to)) as string[]).at(-1) as string;
  }

  /** The user pays amounts in whole coins; returns the txid. Nothing is mined. */
  async pay(amounts: Readonly<Record<string, string>>): Promise<string> {
    return (await this.user.call('sendmany', '', amounts)) as string;
  }

  /** An address of the user. */
  async newAddress(type = 'bech32'): Promise<string> {
    return (await this.user.call('getnewaddress', '', type)) as string;
  }

  /** Mines a block with nothing but these transactions, whatever waits. */
  async mineOnly(transactions: readonly string[] = []): Promise<void> {
    await this.rpc.call('generateblock', await this.newAddress(), transactions);
  }

  /** Gives up the newest blocks; what was in them waits again. */
  async giveUp(depth: number): Promise<void> {
    const height = Number(String(await this.rpc.call('getblockcount')));
    await this.rpc.call('invalidateblock', await this.rpc.call('getblockhash', height - depth + 1));
  }

  /** Gives up the newest blocks and mines others in their place. */
  async reorganise(depth: number, blocks: number): Promise<void> {
    await this.giveUp(depth);
    if (blocks > 0) await this.mine(blocks);
  }

  /**
   * Turns on extension blocks, which all main blocks have. From height 432 on a regtest node cannot mine without a
   * first transfer into them, so one is made just before.
   */
  async enterExtensionBlocks(): Promise<void> {
    const height = Number(String(await this.rpc.call('getblockcount')));
    await this.mine(431 - height);
    await this.user.call('sendtoaddress', await this.newAddress('mweb'), '20');
    await this.mine(1);
  }

  call(method: string, ...params: readonly unknown[]): Promise<Json> {
    return this.rpc.call(method, ...params);
  }

  /** The user spends coins in just this way; returns the transaction in hex. */
  async craft(inputs: readonly OutputRef[], amounts: Readonly<Record<string, string>>): Promise<string> {
    const spent = inputs.map(({ txid, index }) => ({ txid, vout: index, sequence: REPLACEABLE }));
    const raw = await this.call('createrawtransaction', spent, amounts);
    return ((await this.user.call('signrawtransactionwithwallet', raw)) as { hex: string }).hex;
  }

  /** A coin of the user's of just this amount, in a block. */
  async coin(amount: string, addressType?: string): Promise<OutputRef & { address: string }> {
    const address = await this.newAddress(addressType);
    const txid = await this.pay({ [address]: amount });
    const hash = await this.mine();
    const { vout } = (await this.call('getrawtransaction', txid, true, hash)) as {
      vout: { scriptPubKey: { address?: string; addresses?: string[] } }[];
    };
    // Newer programs name one address, older ones a list of them.
    const index = vout.findIndex(
      ({ scriptPubKey }) => (scriptPubKey.address ?? scriptPubKey.addresses?.[0]) === address,
    );
    return { txid, index, address };
  }

  private async end(signal: 'TERM' | 'KILL'): Promise<void> {
    if (this.process !== null) await endHeld(this.process, signal);
    this.process = null;
  }
}
