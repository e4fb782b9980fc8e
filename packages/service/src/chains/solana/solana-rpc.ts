import { HttpJsonRpc, type RpcRefusal } from '../rpc/http-rpc.ts';

export type { Rpc } from '../rpc/http-rpc.ts';

/** What nodes call it when a slot has no block: skipped, or not there yet. */
const SKIPPED = [-32007, -32009];
const NOT_YET = [-32004, -32014, -32016];
const CLEANED_UP = [-32001, -32011, -32019];

/** The node has answered, and the answer is an error. */
export class SolanaRpcError extends Error {
  /** In a log a node's refusal has one name, whatever its family. */
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(host: string, method: string, { code, message, data }: RpcRefusal) {
    super(`${host} answers ${method} with: ${message} (${code})`);
    this.code = code;
    this.data = data;
  }

  /** True if the slot has no block, or the node none of it yet. */
  get isNoBlock(): boolean {
    return SKIPPED.includes(this.code) || NOT_YET.includes(this.code);
  }

  /** True if the node has thrown away what was asked for, or never had it. */
  get isForgotten(): boolean {
    return CLEANED_UP.includes(this.code);
  }
}

/** A node of Solana over HTTP. */
export class SolanaRpc extends HttpJsonRpc {
  protected override refused(method: string, refusal: RpcRefusal): Error {
    return new SolanaRpcError(this.host, method, refusal);
  }
}
