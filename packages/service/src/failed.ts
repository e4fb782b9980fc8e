import type { Logger } from 'pino';

/** A node that is away or says no: its words are all there is to know, and where in our code they were met is not. */
const OF_NODES: ReadonlySet<string> = new Set(['RpcUnreachable', 'RpcError', 'NoQuorum']);

/** What to do about background work that fails: tell, and try again next time. */
export function failed(log: Logger, what: string): (error: unknown) => void {
  return (error) => {
    const isOfNode = error instanceof Error && OF_NODES.has(error.name);
    log.error(isOfNode ? { why: error.message } : { err: error }, `could not ${what}`);
  };
}
