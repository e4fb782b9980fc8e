import { eip681 } from './evm/payment-uri.ts';
import type { AddressSpace, PaymentUriParts } from './family.ts';

/** A link that a wallet opens with address and amount filled in: BIP-21, EIP-681, Solana Pay and its likeness on TRON. */
export function paymentUri(space: AddressSpace, chainName: string, request: PaymentUriParts): string {
  if (!/^\d+(\.\d+)?$/.test(request.amount)) throw new RangeError('the amount is not a plain decimal');
  switch (space) {
    case 'evm':
      return eip681(chainName, request);
    case 'tron':
      return `${plain(space, request)}${named('token', request.contract)}`;
    case 'solana':
      return `${plain(space, request)}${named('spl-token', request.contract)}`;
    default:
      return plain(space, request);
  }
}

function plain(scheme: string, { address, amount }: PaymentUriParts): string {
  return `${scheme}:${address}?amount=${amount}`;
}

function named(name: string, value: string | null): string {
  return value === null ? '' : `&${name}=${value}`;
}
