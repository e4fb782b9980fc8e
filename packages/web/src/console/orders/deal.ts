import type { OrderLine } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';

type Line = Pick<Read<OrderLine>, 'from' | 'received' | 'to'>;
type Output = Line['to'][number];

/** How what came compares with what was agreed. */
export function cameOf({ from, received }: Line): 'nothing' | 'as agreed' | 'less' | 'more' {
  if (received === '0') return 'nothing';
  const difference = Decimal.parse(received)?.compare(Decimal.parse(from.amount) as Decimal) ?? 0;
  return difference === 0 ? 'as agreed' : difference < 0 ? 'less' : 'more';
}

/** Something else came than was agreed: what was agreed to be paid out was for another amount. */
export function cameOtherwise(line: Line): boolean {
  const came = cameOf(line);
  return came === 'less' || came === 'more';
}

/**
 * What is to be said of an output: the amount where it is paid, owed, or still as agreed; and what was agreed, where that is not the
 * amount for what came.
 */
export function outputOf(line: Line, { amount, agreed, state }: Output) {
  if (state === 'not paid') return { amount: null, agreed };
  if (!cameOtherwise(line)) return { amount, agreed: null };
  // Nothing is decided about it: what was agreed is nobody's yet.
  return state === 'agreed' ? { amount: null, agreed } : { amount, agreed };
}

/** What stands where no amount does. */
export function noAmount({ state }: Output): string {
  return state === 'not paid' ? texts.console.orders.notPaid : texts.console.orders.notDecided;
}
