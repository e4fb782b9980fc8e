import { addressForm } from '../chains/address-forms.ts';
import type { Network } from '../chains/family.ts';
import type { Catalogue, CatalogueChain } from './catalogue.ts';
import { receiverCheck } from './receiver.ts';

/**
 * The chains on which a text can receive something that is offered, for whoever gave it for another chain. None where its
 * form is right for that one: then it was refused for what it is, and no other chain makes it better.
 */
export function chainsOfAddress(
  catalogue: Catalogue,
  network: Network,
  text: string,
  asked: CatalogueChain,
): string[] {
  if (addressForm(asked.space).check(text, network).valid) return [];
  const check = receiverCheck(catalogue, network);
  const offered = catalogue.assets.filter(({ canReceive }) => canReceive).map(({ chain }) => chain);
  return [...new Set(offered)].filter((chain) => check(chain, text).valid).map(({ name }) => name);
}
