import { Decimal, formatDecimal } from '@swapdesk/contract/plain';

/** More decimals than any asset has. */
const ALL_DECIMALS = 30;

export interface RefundEstimate {
  /** What arrives of all that goes back. */
  readonly back: Decimal;
  /** Of payments that are not worth their fee: nothing of them goes back. */
  readonly lost: Decimal;
}

/** What giving back comes to: each payment goes back by itself, less a fee, or not at all. */
export function estimateRefund(amounts: readonly Decimal[], fee: Decimal): RefundEstimate {
  const each = fee.truncate(ALL_DECIMALS);
  let back = 0n;
  let lost = 0n;
  for (const amount of amounts) {
    const units = amount.truncate(ALL_DECIMALS);
    if (units > each) back += units - each;
    else lost += units;
  }
  return { back: decimalOf(back), lost: decimalOf(lost) };
}

function decimalOf(units: bigint): Decimal {
  return Decimal.parse(formatDecimal(units, -ALL_DECIMALS)) as Decimal;
}
