import { SwapdeskClient } from '../../packages/client/src/client.ts';
import { createDeskStore } from './desk-store.ts';
import { letAddressesCount } from './let-addresses-count.ts';
import { runHere } from './run-here.ts';
import { startService } from './service.ts';

export interface WalletKey {
  readonly key: string;
  readonly secret: string;
}

/** A running desk whose operator has let in the makers of some wallets. */
export interface WalletDesk {
  readonly url: string;
  /** Has no key. */
  readonly anybody: SwapdeskClient;
  /** The key of an account that is named as its referral code, which earns a fifth of the fee. */
  keyOf(account: string): WalletKey;
  /** Runs a command of the operator's. */
  operate(...args: string[]): Promise<string>;
  /** Addresses that affiliates have named count from now on. */
  letAddressesCount(): Promise<void>;
  close(): Promise<void>;
}

export async function openWalletDesk(accounts: readonly string[]): Promise<WalletDesk> {
  const store = await createDeskStore();
  const operate = async (...args: string[]) => (await runHere(args, { ...store.env })).output;
  const keys = new Map<string, WalletKey>();
  // Before the service starts: it hears of a key within a second, and a test asks sooner.
  for (const account of accounts) {
    const made = await operate('key', 'create', '--account', account, '--for', 'quote,place,read');
    await operate('refcode', 'create', account, '--account', account, '--rate', '20%');
    const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(made)?.[1] ?? '';
    keys.set(account, { key: field('key'), secret: field('secret') });
  }
  const service = await startService(store.env);
  return {
    url: service.url,
    anybody: new SwapdeskClient({ url: service.url }),
    operate,
    keyOf: (account) => keys.get(account) as WalletKey,
    letAddressesCount: () => letAddressesCount(store.database),
    async close() {
      await service.stop();
      await store.drop();
    },
  };
}
