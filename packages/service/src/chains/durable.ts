import type { DurableNonce } from './chain.ts';

/** On chains whose transactions exclude each other by nonce accounts. */

/** All that a treasury ever opens: they are known from the first moment, so that what one holds is ours whoever opened it. */
export const MOST_NONCE_ACCOUNTS = 64;

/** What a transaction uses up that names a nonce account: the value that this holds, which it never holds again. */
export function durableSpend({ account, value }: NonceValue): string {
  return `${account}=${value}`;
}

export function isDurableSpend(spend: string): boolean {
  return spend.includes('=');
}

/** A nonce account and what it holds, or is said to. */
export type NonceValue = Pick<DurableNonce, 'account' | 'value'>;
