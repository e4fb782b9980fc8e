import type { Watch } from '../chain.ts';
import { Contradiction } from '../rpc/endpoints.ts';
import { EvmRpcError, type Rpc } from './evm-rpc.ts';
import { account, hash, quantity, stored, toHex } from './hex.ts';
import { ifOffered } from './optional-method.ts';
import type { PlainBlock } from './read-block.ts';

/** Native coins that a contract sent to one of ours. */
export interface InternalTransfer {
  readonly address: string;
  /** The account that sent it, in lower case; null if the node does not say. */
  readonly from: string | null;
  readonly units: bigint;
  /** Its place among all that the transaction moved inside calls: the same whichever way the node traces. */
  readonly rank: number;
}

/** By transaction. */
export type InternalTransfers = ReadonlyMap<string, readonly InternalTransfer[]>;

/** A movement inside a transaction, in the order in which they happened. Accounts in lower case. */
interface Move {
  readonly from: string | null;
  readonly to: string;
  readonly units: bigint;
}

/** A call as `callTracer` has it: Geth and those that follow it. */
export interface CallFrame {
  readonly type: string;
  readonly from?: string;
  readonly to?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly CallFrame[];
}

/** A call as `trace_block` has it: Erigon, Nethermind, Reth, Besu. */
export interface FlatTrace {
  readonly type: string;
  readonly action: {
    readonly callType?: string;
    readonly from?: string;
    readonly address?: string;
    readonly to?: string;
    readonly value?: string;
    readonly refundAddress?: string;
    readonly balance?: string;
  };
  readonly result?: { readonly address?: string } | null;
  readonly traceAddress: readonly number[];
  readonly error?: string;
  readonly blockHash: string;
  readonly transactionHash: string | null;
}

/** What contracts sent to those we watch, as the node traces it; null if it cannot trace this block. */
export async function readInternalTransfers(
  rpc: Rpc,
  block: PlainBlock,
  watch: Watch,
): Promise<[txid: string, InternalTransfer[]][] | null> {
  const moves = (await byCallTracer(rpc, block)) ?? (await byTraceBlock(rpc, block));
  if (moves === null) return null;
  return moves.flatMap(([txid, inside]): [string, InternalTransfer[]][] => {
    const ours = inside
      .map((move, rank) => ({ ...move, rank }))
      .filter(({ to }) => watch(to))
      .map(({ from, to, units, rank }) => ({ address: stored(to), from, units, rank }));
    return ours.length === 0 ? [] : [[txid, ours]];
  });
}

async function byCallTracer(rpc: Rpc, block: PlainBlock): Promise<[string, Move[]][] | null> {
  const traces = await traced<{ result?: CallFrame }[]>(rpc, 'debug_traceBlockByHash', [
    block.hash,
    { tracer: 'callTracer' },
  ]);
  if (traces === null || traces.some(({ result }) => result === undefined)) return null;
  if (traces.length !== block.transactions.length) {
    throw new Contradiction(
      `${rpc.host} traces ${traces.length} of ${block.transactions.length} transactions`,
    );
  }
  return traces.map(({ result }, n) => [block.transactions[n]!.txid, movesInside(result!)]);
}

/** Null if the node does not trace, or fails at it: balances will tell, and the chain must be followed. */
async function traced<T>(rpc: Rpc, method: string, params: readonly unknown[]): Promise<T | null> {
  try {
    return (await ifOffered<T>(rpc, method, params)) ?? null;
  } catch (error) {
    if (error instanceof EvmRpcError) return null;
    throw error;
  }
}

/** What a transaction moved inside its own call. What is inside a call that failed did not happen. */
export function movesInside(frame: CallFrame): Move[] {
  if (frame.error !== undefined) return [];
  return (frame.calls ?? []).flatMap((call) => {
    if (call.error !== undefined) return [];
    const units = call.value === undefined ? 0n : quantity(call.value);
    const moves =
      /^(CALL|CREATE|CREATE2|SELFDESTRUCT)$/.test(call.type) && units > 0n && call.to !== undefined;
    return [
      ...(moves ? [{ from: accountOrNull(call.from), to: account(call.to), units }] : []),
      ...movesInside(call),
    ];
  });
}

async function byTraceBlock(rpc: Rpc, block: PlainBlock): Promise<[string, Move[]][] | null> {
  const traces = await traced<FlatTrace[]>(rpc, 'trace_block', [toHex(block.height)]);
  if (traces === null) return null;
  const byTxid = new Map<string, FlatTrace[]>(block.transactions.map(({ txid }) => [txid, []]));
  for (const trace of traces) {
    if (hash(trace.blockHash) !== block.hash) {
      throw new Contradiction(
        `${rpc.host} traces another block than it was asked for; it may be reorganising`,
      );
    }
    if (trace.transactionHash !== null) byTxid.get(hash(trace.transactionHash))?.push(trace);
  }
  return [...byTxid].map(([txid, inside]) => [txid, movesOf(inside)]);
}

/** The same, from the flat list of one transaction's calls. */
export function movesOf(traces: readonly FlatTrace[]): Move[] {
  const failed = traces.filter(({ error }) => error !== undefined).map(({ traceAddress }) => traceAddress);
  const hasFailed = ({ traceAddress }: FlatTrace) =>
    failed.some((prefix) => prefix.every((step, n) => traceAddress[n] === step));
  return traces.flatMap((trace) => {
    // The transaction's own call is no transfer inside it.
    if (trace.traceAddress.length === 0 || hasFailed(trace)) return [];
    const { from, to, units } = flatMove(trace);
    return to !== undefined && units > 0n ? [{ from: accountOrNull(from), to: account(to), units }] : [];
  });
}

interface FlatMove {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly units: bigint;
}

function accountOrNull(text: string | undefined): string | null {
  return text === undefined ? null : account(text);
}

function flatMove({ type, action, result }: FlatTrace): FlatMove {
  const { from } = action;
  const units = (text: string | undefined) => (text === undefined ? 0n : quantity(text));
  if (type === 'suicide')
    return { from: action.address, to: action.refundAddress, units: units(action.balance) };
  if (type === 'create') return { from, to: result?.address, units: units(action.value) };
  return { from, to: action.to, units: action.callType === 'call' ? units(action.value) : 0n };
}
