import type { Coin, HelpPrice } from '../chain.ts';
import type { MempoolEntry } from './core-node.ts';
import type { Payer } from './pay-by-coins.ts';
import { refOf } from './pay-by-coins.ts';
import { lockOfAddress } from './script.ts';
import { feeFor, transactionSize } from './size.ts';

/** Nodes take no chains of more than 25 transactions that wait; one that is near that is left alone. */
const MOST_RELATIVES = 10;

/** What it costs to help a waiting coin along; null if it waits no more, needs no help, or nobody could help it. */
export async function helpPrice(coin: Coin, ratePerKvb: bigint, payer: Payer): Promise<HelpPrice | null> {
  const entry = await payer.node.mempoolEntry(refOf(coin.spend).txid);
  if (entry === null) return null;
  const lockOf = (address: string) => lockOfAddress(payer.coin, payer.network, address);
  return priceOf(entry, transactionSize([lockOf(coin.address)], [lockOf(payer.treasury)]), ratePerKvb);
}

/**
 * What a transaction of this size must pay so that it, and all that has to be mined before it, pay the rate together. At
 * its own rate, which is higher, the same size costs just that. Pure.
 */
export function priceOf(entry: MempoolEntry, size: number, ratePerKvb: bigint): HelpPrice | null {
  const { ancestors, descendants, ancestorSize, ancestorFeeUnits, isReplaceable } = entry;
  if (ancestors > MOST_RELATIVES || descendants > MOST_RELATIVES) return null;
  if (ancestorFeeUnits >= feeFor(ancestorSize, ratePerKvb)) return null;
  const feeUnits = feeFor(ancestorSize + size, ratePerKvb) - ancestorFeeUnits;
  return { feeUnits, feeRate: (feeUnits * 1000n) / BigInt(size), isReplaceable };
}
