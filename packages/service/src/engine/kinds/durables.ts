import type { DurableChain, DurableNonce, PayingAccount, Transaction } from '../../chains/chain.ts';
import { hasPassed } from '../../chains/expiry.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import { byNonceAccount, NonceStock } from '../payments/account-requests.ts';
import { bumpPayments } from '../payments/bump.ts';
import { expirePayments } from '../payments/expire.ts';
import { lookAtNonces, refuseUnknownNonces } from '../payments/free-nonces.ts';
import { deriveNonceAccounts } from '../payments/nonce-accounts.ts';
import { openNonces } from '../payments/open-nonces.ts';
import { replaceByNonce } from '../payments/replace-by-nonce.ts';
import type { HasPassed } from '../payments/signed-before.ts';
import { durablesAmong, noteUnknownSpends } from '../payments/unknown-spends.ts';
import { hasHolders } from '../payments/unswept.ts';
import { commonToAccounts } from './accounts.ts';
import { type Kind, nothing } from './kind.ts';

/**
 * Accounts pay by naming a nonce account of the treasury and what it holds: what names the same excludes what was signed before, and
 * the account is in use until one of them is final. Only what opens such accounts expires.
 */
export function kindOfDurables(chain: DurableChain): Kind {
  const passed: HasPassed = async (chainId, attempt) => chainId === chain.id && hasPassed(chain, attempt);
  // What is final is not undone: nothing that waits for a deposit is in anybody's way.
  const paying = (stock: NonceStock) =>
    commonToAccounts(chain, byNonceAccount(chain, stock), passed, async () => true);
  /** With some of the nonce accounts that are free; more are opened if these were too few. */
  const withNonces = async (
    engine: Engine,
    lease: Lease,
    share: (free: readonly DurableNonce[]) => readonly DurableNonce[],
    work: (kind: ReturnType<typeof paying>) => Promise<void>,
  ) => {
    const nonces = await lookAtNonces(engine, chain, lease);
    const some = share(nonces.free);
    const stock = new NonceStock(some);
    await work(paying(stock));
    await openNonces(engine, chain, lease, nonces, stock.lacking - (nonces.free.length - some.length));
  };
  return {
    ...paying(new NonceStock([])),
    askEarlier: () => deriveNonceAccounts(chain),
    noteUnknownSpends: (client, transactions, height, at) =>
      noteUnknownSpends(client, chain, transactions, height, at, durablesAmong),
    refuseUnknown: (engine, lease) => refuseUnknownNonces(engine, chain, lease),
    accountOf,
    expirePayments: (engine, lease) => expirePayments(engine, chain, lease),
    signPayouts: (engine, lease, putOff) =>
      withNonces(engine, lease, all, (kind) => kind.signPayouts(engine, lease, putOff)),
    async sweep(engine, lease) {
      if (await hasHolders(engine.database, chain))
        await withNonces(engine, lease, half, (kind) => kind.sweep(engine, lease));
    },
    bumpPayments: (engine, lease) => bumpPayments(engine, chain, lease, replaceByNonce(engine, chain)),
    fillNonces: nothing,
  };
}

const all = (free: readonly DurableNonce[]) => free;

/** Whoever is to be paid does not wait for what is only moved. */
const half = (free: readonly DurableNonce[]) => free.slice(0, Math.ceil(free.length / 2));

function accountOf({ sources }: Pick<Transaction, 'sources'>): PayingAccount | null {
  const [source] = sources;
  return source === undefined ? null : { source };
}
