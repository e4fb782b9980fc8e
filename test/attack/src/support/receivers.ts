import { randomBytes } from 'node:crypto';
import { encodeVersionedHash } from '../../../../packages/service/src/chains/base58check.ts';

const VERSIONS: Readonly<Record<string, number>> = { Bitcoin: 0x00, Litecoin: 0x30, TRON: 0x41 };

/** A receiving address on a chain that nobody else has. */
export function newReceiver(chain: string): string {
  const version = VERSIONS[chain];
  const hash = randomBytes(20);
  return version === undefined ? `0x${hash.toString('hex')}` : encodeVersionedHash({ version, hash });
}
