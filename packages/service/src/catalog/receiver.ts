import { addressForm } from '../chains/address-forms.ts';
import { type AddressVerdict, type Network, refuse } from '../chains/family.ts';
import type { Catalogue, CatalogueChain } from './catalogue.ts';

/** What we pay to ourselves looks like change. */
export const OUR_OWN = refuse('OUR_OWN', 'This address is our own');

/** Whether an address may receive on a chain, and if not, why. */
export type CheckAddress = (chain: CatalogueChain, text: string) => AddressVerdict;

/**
 * Checks what a chain's address form says, that it is no token's contract, which never gives anything back, and not our
 * own treasury.
 */
export function receiverCheck(catalogue: Catalogue, network: Network): CheckAddress {
  return (chain, text) => {
    const verdict = addressForm(chain.space).check(text, network);
    if (verdict.valid && catalogue.isContract(chain, verdict.address)) {
      return refuse('NO_WALLET', "This is a token's own contract: what is sent there is lost");
    }
    if (verdict.valid && chain.treasury !== undefined && verdict.address === chain.treasury) {
      return OUR_OWN;
    }
    return verdict;
  };
}
