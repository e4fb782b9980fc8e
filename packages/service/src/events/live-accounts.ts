import type { Database } from '../store/database.ts';
import { Live } from './live.ts';
import { type AccountStoredEvent, readAccounts } from './read-account.ts';

/** Numbers that one listener goes on by at a time. */
const MOST_AT_ONCE = 100;

/** Somebody who wants to hear what happens to the orders of an account. */
export interface AccountListener {
  readonly accountId: number;
  /** The number of the last event that it knows. */
  readonly after: number;
  /** False as long as it has not taken what it was told before. */
  isReady(): boolean;
  hear(event: AccountStoredEvent): void;
}

/** Tells listeners of this node what happens to the orders of their accounts, each from the number on that it knows. */
export class LiveAccounts extends Live<AccountListener, number, AccountStoredEvent> {
  constructor(database: Database, onError: (error: unknown) => void) {
    super(
      {
        begin: ({ after }) => after,
        read: async (those) => {
          const positions = those.map(([{ accountId }, after]) => ({ accountId, after }));
          const found = await readAccounts(database, positions, MOST_AT_ONCE);
          return those.map(([, after], nth) => {
            const { events, next } = found[nth] as (typeof found)[number];
            return { events, next, isAll: next < after + MOST_AT_ONCE };
          });
        },
        tell: (listener, event) => listener.hear(event),
        placeAt: ({ account_number }) => account_number,
      },
      onError,
    );
  }
}
