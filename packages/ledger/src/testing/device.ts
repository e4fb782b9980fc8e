import { readFileSync } from 'node:fs';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import protobuf from 'protobufjs';

/** What a device does with what it is given, by other libraries than those that made it: it checks the signature, then reads. */

const PROTO = readFileSync(new URL('../../schema/new-transaction-response.proto', import.meta.url), 'utf8');
const MESSAGE = protobuf
  .parse(PROTO, { keepCase: true })
  .root.lookupType('ledger_swap.NewTransactionResponse');

export interface ProviderSig {
  readonly payload: string;
  readonly signature: string;
}

/** Whether the signature is one of the key, of the payload behind a point, as R and S. */
export function isSigned({ payload, signature }: ProviderSig, publicKey: string, curve: string): boolean {
  const [bytes, point] = [Buffer.from(signature, 'base64url'), Buffer.from(publicKey, 'hex')];
  const library = curve === 'secp256k1' ? secp256k1 : p256;
  return library.verify(bytes, Buffer.from(`.${payload}`), point, { lowS: false });
}

/** What the payload says: texts as they are, bytes in hex. */
export function readPayload({ payload }: Pick<ProviderSig, 'payload'>): Record<string, string> {
  const fields = MESSAGE.toObject(MESSAGE.decode(Buffer.from(payload, 'base64url')));
  const inHex = (value: string | Uint8Array) =>
    typeof value === 'string' ? value : Buffer.from(value).toString('hex');
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, inHex(value)]));
}
