import type { ExpiryChain, PayingAccount, Transaction } from '../../chains/chain.ts';
import { hasPassed } from '../../chains/expiry.ts';
import { WITHOUT_NONCE } from '../payments/account-requests.ts';
import { expirePayments } from '../payments/expire.ts';
import type { HasPassed } from '../payments/signed-before.ts';
import { noteUnknownSpends, sendersAmong } from '../payments/unknown-spends.ts';
import { commonToAccounts } from './accounts.ts';
import { type Kind, nothing } from './kind.ts';

/**
 * Accounts pay without nonces: nothing excludes what was signed before, so a payment is neither replaced nor cancelled by
 * another. It ends by itself, when the chain has passed its expiry without it.
 */
export function kindOfExpiries(chain: ExpiryChain): Kind {
  const passed: HasPassed = async (chainId, attempt) => chainId === chain.id && hasPassed(chain, attempt);
  return {
    // What waits for a deposit that is gone is in nobody's way: it ends by itself.
    ...commonToAccounts(chain, WITHOUT_NONCE, passed, async () => true),
    askEarlier: async () => nothing,
    noteUnknownSpends: (client, transactions, height, at) =>
      noteUnknownSpends(client, chain, transactions, height, at, sendersAmong),
    // Blocks and what waits show it; there is no number by which it could be asked for.
    refuseUnknown: nothing,
    accountOf,
    expirePayments: (engine, lease) => expirePayments(engine, chain, lease),
    bumpPayments: nothing,
    fillNonces: nothing,
  };
}

function accountOf({ sources }: Pick<Transaction, 'sources'>): PayingAccount | null {
  const [source] = sources;
  return source === undefined ? null : { source };
}
