import type { AddressSpace, Network } from '../../chains/family.ts';
import { addressesOf, transactionsOf } from '../written-as.ts';

/** What somebody says of an order, as what it may be. */
export interface GivenFact {
  readonly text: string;
  readonly orderNo: string;
  readonly addresses: readonly string[];
  readonly transactions: readonly string[];
}

/** Spaces around it were copied with it. */
export function givenFact(given: string, spaces: readonly AddressSpace[], network: Network): GivenFact {
  const text = given.trim();
  return {
    text,
    orderNo: text.toUpperCase(),
    addresses: addressesOf(text, spaces, network),
    transactions: transactionsOf(text),
  };
}
