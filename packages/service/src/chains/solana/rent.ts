/**
 * What accounts keep as long as they are open, in lamports. The network asks for so much per byte of an account and of what it
 * notes about it; less than that opens none.
 */
const PER_BYTE = 6_960n;
const NOTED_BYTES = 128n;

export function rentOf(bytes: number): bigint {
  return (NOTED_BYTES + BigInt(bytes)) * PER_BYTE;
}

/** A wallet has no data; with less than this it cannot be. */
export const WALLET_RENT = rentOf(0);
export const NONCE_BYTES = 80;
export const NONCE_RENT = rentOf(NONCE_BYTES);
/** Token-2022 adds what a mint asks of its accounts; this much is enough for those whose transfers cost nothing. */
export const TOKEN_RENT = { plain: rentOf(165), extended: rentOf(182) } as const;
