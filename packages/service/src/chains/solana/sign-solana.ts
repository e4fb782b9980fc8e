import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { SignedBytes, SolanaPlan } from '../signer.ts';
import { assemble } from './message.ts';
import { messageOf } from './plan-message.ts';

/** Signs a plan with the keys of all that have to. The same plan and keys give the same bytes (RFC 8032). */
export async function signSolana(
  plan: SolanaPlan,
  keyOf: (address: string) => Promise<Uint8Array>,
): Promise<SignedBytes> {
  const message = messageOf(plan);
  const signatures: Uint8Array[] = [];
  const wanted = new Set([plan.feePayer, plan.from, ...plan.gathers.map(({ from }) => from)]);
  for (const address of message.signers) {
    if (!wanted.has(address)) throw new RangeError(`${address} is not to sign`);
    const key = await keyOf(address);
    if (base58.encode(ed25519.getPublicKey(key)) !== address) {
      throw new RangeError(`the key is not that of ${address}, which has to sign`);
    }
    signatures.push(ed25519.sign(message.bytes, key));
  }
  return { txid: base58.encode(signatures[0] as Uint8Array), bytes: assemble(message, signatures) };
}
