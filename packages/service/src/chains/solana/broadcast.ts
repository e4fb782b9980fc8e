import { Rejected } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { advancedBy } from './instructions.ts';
import { type ReadTransaction, readTransaction } from './message.ts';
import { readNonceValues } from './nonces.ts';
import { type Rpc, SolanaRpcError } from './solana-rpc.ts';
import { statusesAt } from './transaction-status.ts';

/** The bytes are none, or a signature is wrong. All else passes: balances grow, and nodes catch up. */
const NEVER = [-32003, -32006, -32013, -32602];

type Reception =
  | { readonly taken: true }
  | { readonly taken: false; readonly isForEver: boolean; readonly reason: string };

/** Gives bytes to every endpoint: one that takes them is enough. */
export async function broadcast(endpoints: Endpoints<Rpc>, bytes: Uint8Array): Promise<void> {
  const transaction = readOrReject(bytes);
  if (await isUsedUp(endpoints, transaction)) {
    throw new Rejected('what its nonce account held has been used up by another');
  }
  const raw = Buffer.from(bytes).toString('base64');
  const answers = await endpoints.each((rpc) => send(rpc, raw));
  const heard = answers.flatMap((answer) => ('value' in answer ? [answer.value] : []));
  const refusals = heard.flatMap((answer) => (answer.taken ? [] : [answer]));
  if (heard.length > refusals.length) return;
  const reasons = refusals.map(({ reason }) => reason);
  if (refusals.length > 0 && refusals.every(({ isForEver }) => isForEver))
    throw new Rejected(reasons.join('; '));
  const unheard = answers.flatMap((answer) => ('error' in answer ? [String(answer.error)] : []));
  throw new Error(`a transaction was not taken for now: ${[...reasons, ...unheard].join('; ')}`);
}

function readOrReject(bytes: Uint8Array): ReadTransaction {
  try {
    return readTransaction(bytes);
  } catch (error) {
    throw new Rejected('these bytes are no transaction', { cause: error });
  }
}

/** Nodes are not asked to try it out first: what one takes for wrong may be right a moment later. */
async function send(rpc: Rpc, raw: string): Promise<Reception> {
  try {
    await rpc.call('sendTransaction', [raw, { encoding: 'base64', skipPreflight: true, maxRetries: 5 }]);
    return { taken: true };
  } catch (error) {
    // That bytes are refused says nothing against the node.
    if (!(error instanceof SolanaRpcError)) throw error;
    return { taken: false, isForEver: NEVER.includes(error.code), reason: error.message };
  }
}

/**
 * Whether its nonce account holds something else, in final blocks and in the newest, and it is in none itself. By the word of as many
 * as must agree: a value that is gone never comes back, but a node may be behind one that is there.
 */
async function isUsedUp(
  endpoints: Endpoints<Rpc>,
  { txid, lifetime, instructions }: ReadTransaction,
): Promise<boolean> {
  const advanced = advancedBy(instructions);
  if (advanced === null) return false;
  const { account, authority } = advanced;
  const isUsed = await endpoints.agree(`whether ${account} holds what ${txid} names`, async (rpc) => {
    for (const commitment of ['finalized', 'confirmed'] as const) {
      const { values } = await readNonceValues(rpc, [account], authority, commitment);
      if (values[0] === undefined || values[0] === null || values[0] === lifetime) return null;
    }
    const [status = null] = await statusesAt(rpc, [txid]);
    return status === null ? true : null;
  });
  return isUsed === true;
}
