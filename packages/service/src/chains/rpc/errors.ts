/** A node's own refusal of a call: it was reached, understood us and said no. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(method: string, code: number, reason: string) {
    super(`${method}: ${reason} (${code})`);
    this.code = code;
  }
}

/** A node's answer has not the form that it must have. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';
}

/** No answer, or none that can be used. Nothing is known of what the call did; every call may be made again. */
export class RpcUnreachable extends Error {
  override readonly name = 'RpcUnreachable';
}
