import type {
  AccountRequest,
  Chain,
  ChainBase,
  CoinRequest,
  PaymentRequest,
  SignedPayment,
} from '../chain.ts';

/** What a chain of either kind is asked to sign. */
export type AnyRequest = CoinRequest | AccountRequest;

/** Hears of each request before the chain does, and has it signed by `sign`, or not. */
export type Through = (request: AnyRequest, sign: () => Promise<SignedPayment>) => Promise<SignedPayment>;

/** What a chain signs with, but for somebody in between. */
export function signingThrough(chain: Chain, through: Through) {
  return chain.spending === 'coins' ? between(chain, through) : between(chain, through);
}

function between<Request extends PaymentRequest & AnyRequest>(chain: ChainBase<Request>, through: Through) {
  return { sign: (request: Request) => through(request, () => chain.sign(request)) };
}
