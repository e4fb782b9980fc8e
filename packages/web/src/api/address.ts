import type { Asset } from './assets.ts';
import { type CallOptions, post } from './call.ts';

/** Why an address cannot receive an asset; null if it can. */
export async function whyNotAddress(
  { chain, abbr }: Pick<Asset, 'chain' | 'abbr'>,
  address: string,
  options: CallOptions = {},
): Promise<string | null> {
  const answer = await post('/openapi/address/validate', { chain, abbr, address }, options);
  const { valid, reason } = answer as { valid: boolean; reason: string };
  return valid ? null : reason;
}
