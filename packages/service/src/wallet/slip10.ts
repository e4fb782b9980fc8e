import { createHmac } from 'node:crypto';

const HARDENED = 0x80000000;

/** The ed25519 private key at a path of hardened indices (SLIP-0010), such as [44, 501, 0, 0] for m/44'/501'/0'/0'. */
export function ed25519Key(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest();
  for (const index of path) {
    const data = Buffer.alloc(37);
    node.copy(data, 1, 0, 32);
    data.writeUInt32BE(HARDENED + index, 33);
    node = createHmac('sha512', node.subarray(32)).update(data).digest();
  }
  return Uint8Array.from(node.subarray(0, 32));
}
