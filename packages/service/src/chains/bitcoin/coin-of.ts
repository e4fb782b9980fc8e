import type { AddressSpace } from '../family.ts';
import { COINS, type CoinParams } from './params.ts';

/** What tells the coin of an address space from its relatives. */
export function coinOf(space: AddressSpace): CoinParams {
  const coin = COINS.find((each) => each.space === space);
  if (coin === undefined) throw new RangeError(`${space} is no coin of Bitcoin's family`);
  return coin;
}
