import { bitcoinForm } from './bitcoin/address.ts';
import { coinOf } from './bitcoin/coin-of.ts';
import { evmForm } from './evm/address.ts';
import type { AddressForm, AddressSpace } from './family.ts';
import { BITCOIN_CHAINS, type CoinSpace } from './known/bitcoin-chains.ts';
import { solanaForm } from './solana/address.ts';
import { tronForm } from './tron/address.ts';

const COIN_FORMS = Object.fromEntries(
  BITCOIN_CHAINS.map(({ space }) => [space, bitcoinForm(coinOf(space))]),
) as Record<CoinSpace, AddressForm>;

const FORMS: Readonly<Record<AddressSpace, AddressForm>> = {
  ...COIN_FORMS,
  evm: evmForm,
  tron: tronForm,
  solana: solanaForm,
};

/** How the addresses of a space are checked, encoded and derived. */
export function addressForm(space: AddressSpace): AddressForm {
  return FORMS[space];
}
