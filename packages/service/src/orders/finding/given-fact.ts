import type { AddressSpace, Network } from '../../chains/family.ts';
import { addressesOf, transactionsOf } from '../written-as.ts';

/** What somebody says of an order, as what it may be. */
export interface GivenFact {
  readonly text: string;
  readonly orderNo: string;
  readonly addresses: readonly string[];
  readonly transactions: readonly string[];
}

export function givenFact(given: string, spaces: readonly AddressSpace[], network: Network): GivenFact {
  const text = bare(given.trim());
  return {
    text,
    orderNo: text.toUpperCase(),
    addresses: addressesOf(text, spaces, network),
    transactions: transactionsOf(text),
  };
}

/** Without what people copy with it: the link of an explorer before an address or a transaction, or that of a payment. */
function bare(text: string): string {
  if (text.includes('://')) {
    const [path = ''] = text.split('?');
    const [last = ''] = (path.replace(/\/+$/, '').split('/').at(-1) ?? '').split('#');
    return last;
  }
  return /^[a-z]+:([^?@]+)/i.exec(text)?.[1] ?? text;
}
