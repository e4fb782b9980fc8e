import { bytesToHex } from '@noble/hashes/utils.js';
import { Rejected } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { words } from './answers.ts';
import { type TronNode, TronRefusal } from './tron-node.ts';

/** The node has it already, or had it. */
const KNOWN = 'DUP_TRANSACTION_ERROR';
/** No node will ever take it. Everything else passes: balances grow, forks end, nodes find others. */
const NEVER = ['SIGERROR', 'TOO_BIG_TRANSACTION_ERROR', 'TRANSACTION_EXPIRATION_ERROR'];

type Reception =
  | { readonly taken: true }
  | { readonly taken: false; readonly isForEver: boolean; readonly reason: string };

/** Gives bytes to every endpoint: one that takes them is enough. */
export async function broadcast(endpoints: Endpoints<TronNode>, bytes: Uint8Array): Promise<void> {
  const transaction = bytesToHex(bytes);
  const answers = await endpoints.each((node) => give(node, transaction));
  const heard = answers.flatMap((answer) => ('value' in answer ? [answer.value] : []));
  const refusals = heard.flatMap((answer) => (answer.taken ? [] : [answer]));
  if (heard.length > refusals.length) return;
  const reasons = refusals.map(({ reason }) => reason);
  if (refusals.length > 0 && refusals.every(({ isForEver }) => isForEver))
    throw new Rejected(reasons.join('; '));
  const unheard = answers.flatMap((answer) => ('error' in answer ? [String(answer.error)] : []));
  throw new Error(`a transaction was not taken for now: ${[...reasons, ...unheard].join('; ')}`);
}

async function give(node: TronNode, transaction: string): Promise<Reception> {
  try {
    const answer = await node.wallet<{ result?: boolean; code?: string; message?: string }>('broadcasthex', {
      transaction,
    });
    const { result, code = '', message } = answer;
    if (result === true || code === KNOWN) return { taken: true };
    return { taken: false, isForEver: NEVER.includes(code), reason: `${code} ${words(message)}`.trim() };
  } catch (error) {
    // That bytes are refused says nothing against the node; those that it cannot read it will never take.
    if (!(error instanceof TronRefusal)) throw error;
    return {
      taken: false,
      isForEver: /InvalidProtocolBuffer|malformed/i.test(error.message),
      reason: error.message,
    };
  }
}
