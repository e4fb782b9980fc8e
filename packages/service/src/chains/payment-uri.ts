import { eip681 } from './evm/payment-uri.ts';
import type { AddressSpace, PaymentUriParts } from './family.ts';

/** A link that a wallet opens with address and amount filled in: BIP-21, EIP-681, Solana Pay and its likeness on TRON. */
export function paymentUri(space: AddressSpace, chainName: string, request: PaymentUriParts): string {
  if (!/^\d+(\.\d+)?$/.test(request.amount)) throw new RangeError('the amount is not a plain decimal');
  switch (space) {
    case 'evm':
      return eip681(chainName, request);
    case 'tron':
      return withQuery(space, request.address, { amount: request.amount, token: request.contract });
    case 'solana':
      return withQuery(space, request.address, { amount: request.amount, 'spl-token': request.contract });
    default:
      return withQuery(space, request.address, { amount: request.amount });
  }
}

function withQuery(scheme: string, address: string, query: Record<string, string | null>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== null);
  return `${scheme}:${address}?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
