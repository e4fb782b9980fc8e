import { Decimal } from '@swapdesk/contract/plain';
import { showAmount, showPercent } from '../design/amounts.ts';

/** All that there are. */
const DIGITS = 18;

/** A share of the amount in percent. */
export function shareText(share: string): string {
  return showPercent((Decimal.parse(share) as Decimal).shift(2).toString());
}

export function amountText(amount: string, coin: string): string {
  return `${showAmount(Decimal.parse(amount) as Decimal, DIGITS)} ${coin}`;
}
