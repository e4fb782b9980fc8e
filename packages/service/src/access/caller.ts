import type { Account, ApiKey } from './directory.ts';

/** Who makes a request. */
export interface Caller {
  readonly account: Account;
  /** Null: without one. */
  readonly key: ApiKey | null;
  /** Whose keys and limits count: `key:…` with a key, else `ip:…`. */
  readonly scope: string;
  /** Whose order ids count: `account:…` with a key, else as above. */
  readonly accountScope: string;
  /** True with a key, and for everyone in open mode: may see the account's lists. */
  readonly mayList: boolean;
  /** In open mode neither rate limits nor caps apply. */
  readonly isLimited: boolean;
  /** True with a key. */
  readonly isSigned: boolean;
  /** Of a signed request. */
  readonly nonce: string | undefined;
}
