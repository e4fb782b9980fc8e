import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/** Writes a new key of a curve, as OpenSSL calls it, to a file that only its owner may read. */
export function writeKey(path: string, namedCurve = 'prime256v1', mode = 0o600): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode });
}
