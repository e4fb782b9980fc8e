import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readPrivateFile } from '../private-file.ts';

/** Signs what devices are to believe. */
export interface Signer {
  readonly curve: 'secp256r1' | 'secp256k1';
  /** What Ledger has to know: the uncompressed point, in hex. */
  readonly publicKey: string;
  /** Payload and signature as `providerSig` has them. */
  sign(message: Uint8Array): { readonly payload: string; readonly signature: string };
}

/** Both curves that Ledger takes, by what OpenSSL calls them. */
const CURVES = { prime256v1: 'secp256r1', secp256k1: 'secp256k1' } as const;

/** Reads the key from a PEM file that only its owner may read. It is kept in here and shown by nothing. */
export function openSigner(path: string): Signer {
  const key = readKey(path);
  const named = key.asymmetricKeyDetails?.namedCurve ?? '';
  const curve = Object.hasOwn(CURVES, named) ? CURVES[named as keyof typeof CURVES] : undefined;
  if (curve === undefined) throw new Error(`${path} has to hold a key of the curve secp256r1 or secp256k1`);
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  const point = [x, y].map((part) => Buffer.from(part, 'base64url').toString('hex').padStart(64, '0'));
  return {
    curve,
    publicKey: `04${point.join('')}`,
    // A flattened JWS without a header: what is signed is the payload behind the point that ends an empty one.
    sign(message) {
      const payload = Buffer.from(message).toString('base64url');
      const signature = sign('sha256', Buffer.from(`.${payload}`), { key, dsaEncoding: 'ieee-p1363' });
      return { payload, signature: signature.toString('base64url') };
    },
  };
}

function readKey(path: string): KeyObject {
  const pem = readPrivateFile(path);
  try {
    return createPrivateKey(pem);
  } catch {
    // What OpenSSL says may quote the file.
    throw new Error(`${path} holds no private key in PEM without a passphrase`);
  }
}
