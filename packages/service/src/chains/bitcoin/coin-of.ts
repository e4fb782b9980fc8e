import type { AddressSpace } from '../family.ts';
import { BITCOIN, type CoinParams, DOGECOIN, LITECOIN } from './params.ts';

const COINS: Partial<Record<AddressSpace, CoinParams>> = {
  bitcoin: BITCOIN,
  litecoin: LITECOIN,
  dogecoin: DOGECOIN,
};

/** What tells the coin of an address space from its relatives. */
export function coinOf(space: AddressSpace): CoinParams {
  const coin = COINS[space];
  if (coin === undefined) throw new RangeError(`${space} is no coin of Bitcoin's family`);
  return coin;
}
