import { HttpJsonRpc, type RpcRefusal } from '../rpc/http-rpc.ts';

export type { HttpRpcOptions, Rpc } from '../rpc/http-rpc.ts';

/** The node has answered, and the answer is an error. */
export class EvmRpcError extends Error {
  /** In a log a node's refusal has one name, whatever its family. */
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(host: string, method: string, reply: RpcRefusal) {
    super(`${host} answers ${method} with: ${reply.message} (${reply.code})`);
    this.code = reply.code;
    this.data = reply.data;
  }

  /** True if a contract refused what was asked of it: the node's word is good. */
  get isRevert(): boolean {
    return this.code === 3 || /revert|invalid opcode|out of gas/i.test(this.message);
  }

  /** True if the node does not have the method at all, or does not give it to us. */
  get isUnsupported(): boolean {
    const { code, message } = this;
    return (
      code === -32601 ||
      code === -32004 ||
      /(method|module|namespace|tracer).*(not|unsupported)/i.test(message)
    );
  }
}

/** A node of the EVM family over HTTP. */
export class HttpRpc extends HttpJsonRpc {
  protected override refused(method: string, refusal: RpcRefusal): Error {
    return new EvmRpcError(this.host, method, refusal);
  }
}
