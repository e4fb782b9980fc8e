import { Rejected } from '../chain.ts';
import { RpcError } from '../rpc/errors.ts';

const ALREADY_IN_CHAIN = -27;
const MALFORMED = -22;

const KNOWN_ALREADY = /txn-already-(in-mempool|known)|already in block ?chain/i;
/** Coins fresh from a miner, or from Litecoin's extension blocks, can be spent later. */
const NOT_YET = /premature-spend/i;
/**
 * Spent in a block, or against the rules whatever the mempool looks like. A conflict within the mempool is not among
 * them: Litecoin's nodes take no replacement by default, and which of the two gets into a block is open.
 */
const NEVER =
  /missing-?or-?spent|missing inputs|bad-txns|script-verify-flag|\b(scriptpubkey|scriptsig|dust|version|tx-size)\b/i;

/**
 * What a node's answer to a broadcast means: null if it has the transaction already, Rejected if no node will ever take
 * it. Everything else (a full mempool, a fee that is too low just now) may be otherwise the next time.
 */
export function meaningOfRefusal(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error;
  if (error.code === ALREADY_IN_CHAIN || KNOWN_ALREADY.test(error.message)) return null;
  if (NOT_YET.test(error.message)) return error;
  const isFinal = error.code === MALFORMED || NEVER.test(error.message);
  return isFinal ? new Rejected(error.message, { cause: error }) : error;
}
