import type { Json } from '@swapdesk/contract';
import type { BlockRef } from '../chain.ts';
import { RpcError } from '../rpc/errors.ts';
import { type Fields, fieldsOf, integerOf, isFields, listOf, textOf, unitsOf } from '../rpc/fields.ts';
import type { JsonRpc } from '../rpc/json-rpc.ts';
import { DECIMALS } from './core-transaction.ts';

/** Core's error codes, as far as they are told apart. */
const NO_SUCH_THING = -5;
const OUT_OF_RANGE = -8;
const STARTING = -28;
const NO_SUCH_METHOD = -32601;
/** With the outputs that each transaction spends, where the node can tell; others give less. */
const WITH_TRANSACTIONS = 3;
const WITH_TXIDS = 1;

/** What a node says of itself. */
export interface NodeState {
  readonly chain: string;
  readonly genesis: string;
  readonly blocks: number;
  readonly headers: number;
  readonly bestHash: string;
  /** When the newest block was mined, as far as the node tells: of the newest eleven the one in the middle. */
  readonly tipTime: number;
  readonly isCatchingUp: boolean;
  /** The first block that it has not thrown away; null if it keeps them all. */
  readonly firstKept: number | null;
}

/** An output that is not spent, by the blocks alone. */
export interface UnspentOutput {
  readonly units: bigint;
  readonly script: string;
  readonly confirmations: number;
  /** New coins that a miner was given. */
  readonly isCoinbase: boolean;
  /** The newest block when this was so. */
  readonly bestHash: string;
}

/** A transaction that waits, with what must be mined before it and what waits for it; both count itself. */
export interface MempoolEntry {
  readonly ancestors: number;
  readonly descendants: number;
  /** In virtual bytes. */
  readonly ancestorSize: number;
  readonly ancestorFeeUnits: bigint;
  /** True if it, or what must be mined before it, says so (BIP-125). */
  readonly isReplaceable: boolean;
}

/** An output of a transaction that waits. */
export type WaitingOutput = Omit<UnspentOutput, 'bestHash'>;

export interface OutputRef {
  readonly txid: string;
  readonly index: number;
}

/** The calls of Core that we use, the same since Bitcoin Core 0.14, from which Dogecoin descends. */
export class CoreNode {
  private readonly rpc: JsonRpc;
  /** Where the chain of a block begins: a block belongs to one chain for ever, so it need not be asked again. */
  private known = { bestHash: '', genesis: '' };

  constructor(rpc: JsonRpc) {
    this.rpc = rpc;
  }

  async state(): Promise<NodeState> {
    const [info] = await this.all(['getblockchaininfo']);
    const fields = fieldsOf(info);
    const bestHash = textOf(fields.bestblockhash);
    return {
      chain: textOf(fields.chain),
      genesis: await this.genesisOf(bestHash),
      blocks: integerOf(fields.blocks),
      headers: integerOf(fields.headers),
      bestHash,
      tipTime: integerOf(fields.time ?? fields.mediantime),
      isCatchingUp: fields.initialblockdownload === true,
      firstKept: fields.pruneheight === undefined ? null : integerOf(fields.pruneheight),
    };
  }

  private async genesisOf(bestHash: string): Promise<string> {
    if (this.known.bestHash !== bestHash) {
      const [genesis] = await this.all(['getblockhash', 0]);
      this.known = { bestHash, genesis: textOf(genesis) };
    }
    return this.known.genesis;
  }

  async bestHash(): Promise<string> {
    return textOf(await this.rpc.call('getbestblockhash'));
  }

  /** Null if the chain is not that long. */
  async hashAt(height: number): Promise<string | null> {
    if (height < 0) return null;
    const hash = await this.unless(OUT_OF_RANGE, 'getblockhash', height);
    return hash === null ? null : textOf(hash);
  }

  async heightOf(hash: string): Promise<number> {
    return integerOf(fieldsOf(await this.rpc.call('getblockheader', hash)).height);
  }

  async block(hash: string): Promise<Fields> {
    try {
      return fieldsOf(await this.rpc.call('getblock', hash, WITH_TRANSACTIONS));
    } catch (error) {
      if (!(error instanceof RpcError) || !/pruned|not found on disk/i.test(error.message)) throw error;
      throw new Error(
        `The node has thrown block ${hash} away already: it must keep more blocks (a larger -prune), and fetch this one again or be replaced by one that has it`,
        { cause: error },
      );
    }
  }

  async txidsIn(hash: string): Promise<string[]> {
    const block = fieldsOf(await this.rpc.call('getblock', hash, WITH_TXIDS));
    return listOf(block.tx).map(textOf);
  }

  /** The txids of all that waits. Throws while the node still reads what waited before its restart. */
  async mempool(): Promise<string[]> {
    const [info, txids] = await this.all(['getmempoolinfo'], ['getrawmempool']);
    refuseLoading(info);
    return listOf(txids).map(textOf);
  }

  /** The same, as far as the node has read it. */
  async mempoolSoFar(): Promise<string[]> {
    return listOf(await this.rpc.call('getrawmempool')).map(textOf);
  }

  /** Throws while the node does not know yet what waits. */
  async mempoolIsRead(): Promise<void> {
    refuseLoading(await this.rpc.call('getmempoolinfo'));
  }

  async isInMempool(txid: string): Promise<boolean> {
    return (await this.unless(NO_SUCH_THING, 'getmempoolentry', txid)) !== null;
  }

  /** Null if it does not wait. */
  async mempoolEntry(txid: string): Promise<MempoolEntry | null> {
    const entry = await this.unless(NO_SUCH_THING, 'getmempoolentry', txid);
    if (entry === null) return null;
    const fields = fieldsOf(entry);
    return {
      ancestors: integerOf(fields.ancestorcount),
      descendants: integerOf(fields.descendantcount),
      ancestorSize: integerOf(fields.ancestorsize),
      // Older nodes state it in units, newer ones in coins beside that or alone.
      ancestorFeeUnits: isFields(fields.fees)
        ? unitsOf(fields.fees.ancestor, DECIMALS)
        : unitsOf(fields.ancestorfees, 0),
      // Where a node does not say, it may be.
      isReplaceable: fields['bip125-replaceable'] !== false,
    };
  }

  /** Transactions that wait, in the order asked for; null for those that do not wait any more. */
  async waiting(txids: readonly string[]): Promise<(Json | null)[]> {
    const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid, true] }));
    return (await this.rpc.batch(calls)).map((answer) => orNull(answer, NO_SUCH_THING));
  }

  /** Outputs of transactions that wait, spent or not; null for those that do not wait any more. */
  async waitingOutputs(outputs: readonly OutputRef[]): Promise<(WaitingOutput | null)[]> {
    const answers = await this.waiting(outputs.map(({ txid }) => txid));
    return answers.map((answer, n) => {
      const all = answer === null ? [] : listOf(fieldsOf(answer).vout).map(fieldsOf);
      const output = all.find((each) => integerOf(each.n) === outputs[n]?.index);
      return output === undefined ? null : readWaiting(output);
    });
  }

  /** Null for each that is spent in a block, or was never there. What waits is left out of account. */
  async unspent(outputs: readonly OutputRef[]): Promise<(UnspentOutput | null)[]> {
    const calls = outputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, false] }));
    return (await this.rpc.batch(calls)).map((answer) => {
      if (answer instanceof RpcError) throw answer;
      return answer === null ? null : readUnspent(fieldsOf(answer));
    });
  }

  /** For each whether nothing spends it, neither a block nor what waits. */
  async unspentByAll(outputs: readonly OutputRef[]): Promise<boolean[]> {
    const calls = outputs.map(({ txid, index }) => ({ method: 'gettxout', params: [txid, index, true] }));
    return (await this.rpc.batch(calls)).map((answer) => {
      if (answer instanceof RpcError) throw answer;
      return answer !== null;
    });
  }

  /** Which waiting transaction spends each; null for all where the node is too old to tell. */
  async waitingSpenders(outputs: readonly OutputRef[]): Promise<(string | null)[]> {
    if (outputs.length === 0) return [];
    const named = outputs.map(({ txid, index }) => ({ txid, vout: index }));
    const answer = await this.unless(NO_SUCH_METHOD, 'gettxspendingprevout', named);
    if (answer === null) return outputs.map(() => null);
    return listOf(answer).map((each) => {
      const { spendingtxid } = fieldsOf(each);
      return spendingtxid === undefined ? null : textOf(spendingtxid);
    });
  }

  async send(bytes: Uint8Array): Promise<void> {
    await this.rpc.call('sendrawtransaction', Buffer.from(bytes).toString('hex'));
  }

  /** What the node would pay, in units per thousand virtual bytes, null if it has no idea, and the least it takes. */
  async fees(targetBlocks: number): Promise<{ estimate: bigint | null; least: bigint }> {
    const [estimate, mempool] = await this.all(['estimatesmartfee', targetBlocks], ['getmempoolinfo']);
    const { feerate } = fieldsOf(estimate);
    const { mempoolminfee, minrelaytxfee } = fieldsOf(mempool);
    const rates = [mempoolminfee, minrelaytxfee ?? mempoolminfee].map((rate) => unitsOf(rate, DECIMALS));
    const found = feerate === undefined ? -1n : unitsOf(feerate, DECIMALS);
    return { estimate: found > 0n ? found : null, least: rates.reduce((a, b) => (a > b ? a : b)) };
  }

  /** The block that has so many confirmations where another is the newest. */
  async blockBelow(bestHash: string, confirmations: number): Promise<BlockRef | null> {
    const height = (await this.heightOf(bestHash)) - confirmations + 1;
    const hash = await this.hashAt(height);
    return hash === null ? null : { height, hash };
  }

  /** Several calls in one go, all of which must succeed. */
  private async all(...calls: readonly [method: string, ...params: unknown[]][]): Promise<Json[]> {
    const answers = await this.rpc.batch(calls.map(([method, ...params]) => ({ method, params })));
    return answers.map((answer) => {
      if (!(answer instanceof RpcError)) return answer;
      throw answer.code === STARTING ? new Error(`The node is still starting: ${answer.message}`) : answer;
    });
  }

  /** A call whose refusal with one code is an answer: null. */
  private async unless(code: number, method: string, ...params: readonly unknown[]): Promise<Json | null> {
    try {
      return await this.rpc.call(method, ...params);
    } catch (error) {
      if (error instanceof RpcError) return orNull(error, code);
      throw error;
    }
  }
}

function refuseLoading(mempoolInfo: Json | undefined): void {
  if (fieldsOf(mempoolInfo).loaded !== false) return;
  throw new Error('The node is still loading its mempool: it is asked again until it has');
}

function orNull(answer: Json | RpcError, code: number): Json | null {
  if (!(answer instanceof RpcError)) return answer;
  if (answer.code === code) return null;
  throw answer;
}

function readWaiting(output: Fields): WaitingOutput {
  return {
    units: unitsOf(output.value, DECIMALS),
    script: textOf(fieldsOf(output.scriptPubKey).hex),
    confirmations: 0,
    isCoinbase: false,
  };
}

function readUnspent(fields: Fields): UnspentOutput {
  return {
    units: unitsOf(fields.value, DECIMALS),
    script: textOf(fieldsOf(fields.scriptPubKey).hex),
    confirmations: integerOf(fields.confirmations),
    isCoinbase: fields.coinbase === true,
    bestHash: textOf(fields.bestblock),
  };
}
