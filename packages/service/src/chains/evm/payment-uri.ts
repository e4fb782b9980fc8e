import type { PaymentUriParts } from '../family.ts';

/** EIP-681: a transfer of the chain's own coin, or a call of the token's `transfer`. Amounts are in base units. */
export function eip681(chainName: string, { address, units, contract, chainId }: PaymentUriParts): string {
  // Without a chain id a wallet would pay on whichever chain it shows at the moment.
  if (chainId === null) throw new RangeError(`${chainName} has no chain id to make a payment link with`);
  return contract === null
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${contract}@${chainId}/transfer?address=${address}&uint256=${units}`;
}
