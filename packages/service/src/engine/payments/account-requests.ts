import type { AccountRequest, NonceChain, NonceRequest, Payee } from '../../chains/chain.ts';
import { PURPOSE } from '../../payments/life.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import { findGone } from './gone-payment.ts';
import { claimNonce } from './spendable.ts';

/** Makes the requests of an account, one after the other. */
export interface Requests<Request extends AccountRequest> {
  /** What its next payment is asked for with. */
  next(payee: Payee, feeRate: bigint): Request;
  /** The one that was asked for last is signed. */
  taken(): void;
}

/** How an account pays: what its next payments take, and in whose place a sweep of it comes. */
export interface Paying<Request extends AccountRequest> {
  requests(engine: Engine, lease: Lease, source: string): Promise<Requests<Request>>;
  /** For one transfer of our own: the sweep whose place it takes, if there is one. */
  ownTransfer(
    engine: Engine,
    lease: Lease,
    source: string,
  ): Promise<{ readonly requests: Requests<Request>; readonly inPlaceOf: number | null }>;
}

/** One nonce after the other. */
export function byNonce(chain: NonceChain): Paying<NonceRequest> {
  return {
    requests: async (engine, lease, source) =>
      numbered(source, await claimNonce(engine, chain, lease, source)),
    async ownTransfer(engine, lease, source) {
      const gone = await findGone(engine.database, chain, source, [PURPOSE.sweep]);
      const nonce = gone?.nonce ?? (await claimNonce(engine, chain, lease, source));
      return { requests: numbered(source, nonce), inPlaceOf: gone?.id ?? null };
    },
  };
}

function numbered(source: string, first: number): Requests<NonceRequest> {
  let nonce = first;
  return {
    next: (payee, feeRate) => ({ payees: [payee], source, nonce, feeRate }),
    taken: () => void nonce++,
  };
}

/** Nothing is used up but by what is signed itself. */
export const WITHOUT_NONCE: Paying<AccountRequest> = {
  requests: async (_engine, _lease, source) => unnumbered(source),
  ownTransfer: async (_engine, _lease, source) => ({ requests: unnumbered(source), inPlaceOf: null }),
};

function unnumbered(source: string): Requests<AccountRequest> {
  return { next: (payee, feeRate) => ({ payees: [payee], source, feeRate }), taken() {} };
}
