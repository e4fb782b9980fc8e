const PROGRAMS = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
]);

/**
 * Is this a well-known program? Native ones, sysvars, wrapped SOL and the incinerator are a name filled up
 * with ones (Vote111…, So111…112), which no generated key is.
 */
export function isProgram(address: string): boolean {
  return PROGRAMS.has(address) || /1{12}/.test(address);
}
