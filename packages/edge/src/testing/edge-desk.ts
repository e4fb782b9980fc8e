import { SwapdeskClient } from '@swapdesk/client';
import type { WalletDesk } from '../../../../test/support/wallet-desk.ts';
import type { EdgeSwapPlugin, EdgeSwapRequest } from '../edge-core.ts';
import { makeSwapdeskPlugin } from '../plugin.ts';
import { TestWallet, type WalletKind } from './test-wallet.ts';

/** The referral code of the wallet's makers, and the account that it pays. */
export const REF_CODE = 'edge';

/** A running desk, the plugin as a wallet has it, and the key that its makers keep to themselves. */
export interface EdgeDesk {
  readonly url: string;
  /** Has no key. */
  readonly plugin: EdgeSwapPlugin;
  /** Has none either. */
  readonly anybody: SwapdeskClient;
  /** Has the key of the account that the code pays. */
  readonly affiliate: SwapdeskClient;
  /** The bodies of what the plugin has sent, by path, oldest first. */
  readonly sent: { readonly path: string; readonly body: Record<string, unknown> }[];
  wallet(kind: WalletKind): TestWallet;
  /** What a wallet asks for: between its coins unless tokens are named. */
  request(from: WalletKind, to: WalletKind, more: Partial<EdgeSwapRequest>): EdgeSwapRequest;
  /** Runs a command of the operator's. */
  operate(...args: string[]): Promise<string>;
}

export function openEdgeDesk({ url, keyOf, operate }: WalletDesk): EdgeDesk {
  const anybody = new SwapdeskClient({ url });
  const sent: EdgeDesk['sent'] = [];
  const plugin = makeSwapdeskPlugin({
    initOptions: { url, refCode: REF_CODE, supportEmail: 'help@desk.example' },
    io: {
      fetch: (uri, init = {}) => {
        const { body } = init;
        if (body !== undefined)
          sent.push({ path: new URL(uri).pathname, body: JSON.parse(body) as Record<string, unknown> });
        return fetch(uri, init);
      },
    },
    log: { warn: () => {} },
  });
  const wallet = (kind: WalletKind) => new TestWallet(anybody, kind);
  return {
    url,
    plugin,
    anybody,
    affiliate: new SwapdeskClient({ url, ...keyOf(REF_CODE) }),
    sent,
    wallet,
    request: (from, to, more) => ({
      fromWallet: wallet(from),
      toWallet: wallet(to),
      fromTokenId: null,
      toTokenId: null,
      nativeAmount: '0',
      quoteFor: 'from',
      ...more,
    }),
    operate,
  };
}
