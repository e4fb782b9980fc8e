import { MESSAGE } from '@swapdesk/contract/plain';
import { Refused, Unreachable } from '../api/refused.ts';
import { showAmount } from '../design/amounts.ts';
import { texts } from '../texts/now.ts';

/** Where on the page something stands that went wrong. */
export type Place = 'amount' | 'from' | 'to' | 'address' | 'refund' | 'form';

export interface Complaint {
  readonly place: Place;
  readonly text: string;
}

const { refused } = texts.swap;

const WORDS: Readonly<Record<string, Complaint>> = {
  [MESSAGE.fromAssetDisabled]: { place: 'from', text: refused.fromOff },
  [MESSAGE.fromAssetNotFound]: { place: 'from', text: refused.fromOff },
  [MESSAGE.toAssetDisabled]: { place: 'to', text: refused.toOff },
  [MESSAGE.toAssetNotFound]: { place: 'to', text: refused.toOff },
  [MESSAGE.invalidToAddress]: { place: 'address', text: refused.toAddress },
  [MESSAGE.invalidRefundAddress]: { place: 'refund', text: refused.refundAddress },
  [MESSAGE.calcIdInvalid]: { place: 'form', text: refused.expired },
  [MESSAGE.busy]: { place: 'form', text: refused.busy },
  [MESSAGE.tooManyRequests]: { place: 'form', text: refused.tooMany },
  [MESSAGE.tooManyUnpaidOrders]: { place: 'form', text: refused.unpaid },
  [MESSAGE.keyRequired]: { place: 'form', text: refused.keyNeeded },
};

/** An error in plain words, and the field that it concerns. */
export function complaintOf(error: unknown, coin: string): Complaint {
  if (error instanceof Unreachable) return { place: 'form', text: texts.shell.unreachable };
  if (!(error instanceof Refused)) throw error;
  const { limits, message } = error;
  if (limits !== null && message === MESSAGE.quantityTooSmall) {
    return { place: 'amount', text: refused.tooSmall(`${showAmount(limits.least)} ${coin}`) };
  }
  if (limits !== null && message === MESSAGE.quantityTooLarge) {
    return { place: 'amount', text: refused.tooLarge(`${showAmount(limits.most)} ${coin}`) };
  }
  return WORDS[message] ?? { place: 'form', text: refused.unknown(message) };
}

/** An order was sent, and nobody has answered. */
export function notKnown(): Complaint {
  return { place: 'form', text: refused.notKnown };
}
