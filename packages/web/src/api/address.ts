import type { Asset } from './assets.ts';
import { type CallOptions, post } from './call.ts';

/** What the service says of an address. */
export interface AddressVerdict {
  /** Why it cannot receive the asset; null if it can. */
  readonly why: string | null;
  /** On which other chains it could receive something. */
  readonly chains: readonly string[];
}

interface WireVerdict {
  readonly valid: boolean;
  readonly reason: string;
  readonly chains?: readonly string[];
}

/** Whether an address can receive an asset. */
export async function checkAddress(
  { chain, abbr }: Pick<Asset, 'chain' | 'abbr'>,
  address: string,
  options: CallOptions = {},
): Promise<AddressVerdict> {
  const answer = await post('/openapi/address/validate', { chain, abbr, address }, options);
  // A node of the version before says nothing of other chains.
  const { valid, reason, chains = [] } = answer as WireVerdict;
  return valid ? { why: null, chains: [] } : { why: reason, chains };
}
