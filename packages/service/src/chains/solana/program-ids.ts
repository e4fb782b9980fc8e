/** Programs and system accounts that payments name. */

export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
export const RECENT_BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';
export const RENT = 'SysvarRent111111111111111111111111111111111';

/** Both are in use: what they are given is kept with the transaction, and does nothing. */
export const MEMOS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
] as const;

export type TokenProgram = typeof TOKEN | typeof TOKEN_2022;

export function isTokenProgram(address: string): address is TokenProgram {
  return address === TOKEN || address === TOKEN_2022;
}
