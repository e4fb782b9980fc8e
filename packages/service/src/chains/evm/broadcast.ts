import { bytesToHex } from '@noble/hashes/utils.js';
import { Rejected } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { EvmRpcError, type Rpc } from './evm-rpc.ts';

/** The node has it already: in its mempool, or in a block. */
const KNOWN = /already known|known transaction|already imported|already exists|AlreadyKnown/i;
/**
 * No node will ever take it: its number is used, or it is no transaction of this chain. Everything else passes: prices
 * fall, balances grow, mempools empty.
 */
const NEVER =
  /nonce (is )?too low|OldNonce|nonce has already been used|invalid sender|invalid signature|invalid chain.?id|chain.?id mismatch|wrong chain|rlp|malformed|invalid raw transaction|could not decode|failed to decode|intrinsic gas too low|type not supported/i;

/** Invalid parameters: the bytes are the only one. */
const INVALID = -32602;

type Reception =
  | { readonly taken: true }
  | { readonly taken: false; readonly isForEver: boolean; readonly reason: string };

/** Gives bytes to every endpoint: one that takes them is enough. */
export async function broadcast(endpoints: Endpoints<Rpc>, bytes: Uint8Array): Promise<void> {
  const raw = `0x${bytesToHex(bytes)}`;
  const answers = await endpoints.each(async (rpc): Promise<Reception> => {
    try {
      await rpc.call('eth_sendRawTransaction', [raw]);
      return { taken: true };
    } catch (error) {
      // That bytes are refused says nothing against the node.
      if (!(error instanceof EvmRpcError)) throw error;
      if (KNOWN.test(error.message)) return { taken: true };
      const isForEver = error.code === INVALID || NEVER.test(error.message);
      return { taken: false, isForEver, reason: error.message };
    }
  });
  const heard = answers.flatMap((answer) => ('value' in answer ? [answer.value] : []));
  const refusals = heard.flatMap((answer) => (answer.taken ? [] : [answer]));
  if (heard.length > refusals.length) return;
  const reasons = refusals.map(({ reason }) => reason);
  if (refusals.length > 0 && refusals.every(({ isForEver }) => isForEver))
    throw new Rejected(reasons.join('; '));
  const unheard = answers.flatMap((answer) => ('error' in answer ? [String(answer.error)] : []));
  throw new Error(`a transaction was not taken for now: ${[...reasons, ...unheard].join('; ')}`);
}
