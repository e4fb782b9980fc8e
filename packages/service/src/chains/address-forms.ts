import { bitcoinForm } from './bitcoin/address.ts';
import { BITCOIN, DOGECOIN, LITECOIN } from './bitcoin/params.ts';
import { evmForm } from './evm/address.ts';
import type { AddressForm, AddressSpace } from './family.ts';
import { solanaForm } from './solana/address.ts';
import { tronForm } from './tron/address.ts';

const FORMS: Readonly<Record<AddressSpace, AddressForm>> = {
  bitcoin: bitcoinForm(BITCOIN),
  litecoin: bitcoinForm(LITECOIN),
  dogecoin: bitcoinForm(DOGECOIN),
  evm: evmForm,
  tron: tronForm,
  solana: solanaForm,
};

/** How the addresses of a space are checked, encoded and derived. */
export function addressForm(space: AddressSpace): AddressForm {
  return FORMS[space];
}
