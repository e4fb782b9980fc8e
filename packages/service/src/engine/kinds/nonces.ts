import type { AccountNonce, NonceChain, Transaction } from '../../chains/chain.ts';
import { byNonce } from '../payments/account-requests.ts';
import { bumpPayments } from '../payments/bump.ts';
import { fillNonces } from '../payments/fill-nonces.ts';
import { replaceFromAccount } from '../payments/replace-from-account.ts';
import { nothingPasses } from '../payments/signed-before.ts';
import { claimNonce } from '../payments/spendable.ts';
import { noncesAmong, noteEarlierNonces, noteUnknownSpends } from '../payments/unknown-spends.ts';
import { useUpGone } from '../payments/use-up-gone.ts';
import { commonToAccounts } from './accounts.ts';
import { type Kind, nothing } from './kind.ts';

/** Accounts pay nonce by nonce: what has the same one excludes what was signed before. */
export function kindOfNonces(chain: NonceChain): Kind {
  const { treasury } = chain;
  return {
    ...commonToAccounts(chain, byNonce(chain), nothingPasses, (round, source, purposes) =>
      useUpGone(round, chain, source, purposes),
    ),
    async askEarlier() {
      const next = await chain.nextNonce(treasury);
      return (client, at) => noteEarlierNonces(client, chain, treasury, next, at);
    },
    noteUnknownSpends: (client, transactions, height, at) =>
      noteUnknownSpends(client, chain, transactions, height, at, noncesAmong),
    refuseUnknown: async (engine, lease) => void (await claimNonce(engine, chain, lease, treasury)),
    accountOf,
    expirePayments: nothing,
    bumpPayments: (engine, lease) => bumpPayments(engine, chain, lease, replaceFromAccount(engine, chain)),
    fillNonces: (engine, lease) => fillNonces(engine, chain, lease),
  };
}

function accountOf({ sources, spends }: Pick<Transaction, 'sources' | 'spends'>): AccountNonce | null {
  const [source] = sources;
  const nonce = spends[0]?.split('#')[1];
  return source === undefined || nonce === undefined ? null : { source, nonce: Number(nonce) };
}
