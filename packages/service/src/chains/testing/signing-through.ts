import type {
  AccountRequest,
  Chain,
  ChainBase,
  CoinRequest,
  DurableRequest,
  NonceRequest,
  OpeningRequest,
  PaymentRequest,
  SignedPayment,
} from '../chain.ts';

/** What a chain of either kind is asked to sign. */
export type AnyRequest = CoinRequest | NonceRequest | AccountRequest | DurableRequest | OpeningRequest;

/** Hears of each request before the chain does, and has it signed by `sign`, or not. */
export type Through = <Signed extends SignedPayment>(
  request: AnyRequest,
  sign: () => Promise<Signed>,
) => Promise<Signed>;

/** What a chain signs with, but for somebody in between. */
export function signingThrough(chain: Chain, through: Through) {
  if (chain.spending === 'coins') return between(chain, through);
  if (chain.excluding === 'nonce') return between(chain, through);
  return chain.excluding === 'expiry' ? between(chain, through) : between(chain, through);
}

function between<Request extends PaymentRequest & AnyRequest, Signed extends SignedPayment>(
  chain: ChainBase<Request, Signed>,
  through: Through,
) {
  return { sign: (request: Request) => through(request, () => chain.sign(request)) };
}
