import type { AddressFault } from '@swapdesk/contract';
import type { Asset } from './assets.ts';
import { type CallOptions, post } from './call.ts';

/** What the service says of an address. */
export interface AddressVerdict {
  /** Why it cannot receive the asset; null if it can. */
  readonly fault: AddressFault | null;
  /** The same in English, and more exact. */
  readonly why: string;
  /** On which other chains it could receive something. */
  readonly chains: readonly string[];
}

interface WireVerdict {
  readonly valid: boolean;
  readonly reason: string;
  readonly fault?: AddressFault | '';
  readonly chains?: readonly string[];
}

/** Whether an address can receive an asset. */
export async function checkAddress(
  { chain, abbr }: Pick<Asset, 'chain' | 'abbr'>,
  address: string,
  options: CallOptions = {},
): Promise<AddressVerdict> {
  const answer = await post('/openapi/address/validate', { chain, abbr, address }, options);
  // A node of the version before says nothing of other chains, and why in English alone.
  const { valid, reason, fault, chains = [] } = answer as WireVerdict;
  return valid ? { fault: null, why: '', chains: [] } : { fault: fault || 'FORM', why: reason, chains };
}
