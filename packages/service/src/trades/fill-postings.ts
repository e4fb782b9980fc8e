import type { Entry, Posting } from '../ledger/accounts.ts';
import { TOLD_IN } from '../market/venues/known-venues.ts';
import type { TradeSide, VenueFill } from './trade.ts';

/** What a fill changes at a venue: what was bought comes and what was given goes, and so does the fee. Pure. */
export function fillPostings(
  trade: { readonly id: number; readonly abbr: string; readonly side: TradeSide },
  fill: VenueFill,
  /** The ledger's ids of the coins at the venue. */
  idOf: (abbr: string) => number,
): Posting[] {
  const sign = trade.side === 'buy' ? 1n : -1n;
  const what = `trade ${trade.id}, fill ${fill.id}`;
  return [
    {
      why: what,
      entries: [...moved(idOf(trade.abbr), sign * fill.amount), ...moved(idOf(TOLD_IN), -sign * fill.value)],
    },
    { why: `${what}, fee`, entries: moved(idOf(fill.feeAbbr), -fill.fee) },
  ];
}

function moved(assetId: number, units: bigint): Entry[] {
  return [
    { account: 'venue', assetId, units },
    { account: 'trading', assetId, units: -units },
  ];
}
