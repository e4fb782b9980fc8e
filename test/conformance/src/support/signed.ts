import { randomUUID } from 'node:crypto';
import { SIGNATURE_HEADERS, sign } from '@swapdesk/contract';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** What is signed, and what a test may want to be otherwise. */
export interface Signing {
  readonly query: string;
  readonly body: string;
  readonly nonce?: string;
  /** Unix seconds. */
  readonly timestamp?: number;
}

/** The headers of a signed request. */
export function signedHeaders({ key, secret }: Credentials, signing: Signing): Record<string, string> {
  const nonce = signing.nonce ?? randomUUID();
  const timestamp = String(signing.timestamp ?? Math.floor(Date.now() / 1000));
  const signature = sign(secret, { key, nonce, timestamp, query: signing.query, body: signing.body });
  return {
    [SIGNATURE_HEADERS.key]: key,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.timestamp]: timestamp,
    [SIGNATURE_HEADERS.signature]: signature,
  };
}
