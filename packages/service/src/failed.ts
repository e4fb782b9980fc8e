import type { Logger } from 'pino';
import { isCutOff } from './store/unavailable.ts';

/** A node that is away or says no: its words are all there is to know, and where in our code they were met is not. */
const OF_NODES: ReadonlySet<string> = new Set(['RpcUnreachable', 'RpcError', 'NoQuorum']);

/** What to do about background work that fails: tell, and try again next time. */
export function failed(log: Logger, what: string): (error: unknown, job?: string) => void {
  return (error, job) => {
    // While a primary is replaced every round fails, several times a second.
    const isKnown = error instanceof Error && (OF_NODES.has(error.name) || isCutOff(error));
    const facts = isKnown ? { why: error.message } : { err: error };
    log.error(job === undefined ? facts : { job, ...facts }, `could not ${what}`);
  };
}

/** Passes on what a chain tells of its nodes, in a line: an error that is a sentence needs no more than its words. */
export function warnOf(log: Logger): (facts: object, message: string) => void {
  return (facts, message) => {
    const { err, ...others } = facts as { err?: unknown };
    const isSentence = err instanceof Error && (err.name === 'Error' || OF_NODES.has(err.name));
    log.warn(isSentence ? { ...others, why: err.message } : facts, message);
  };
}
