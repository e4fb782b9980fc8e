import type { Order } from '../api/order.ts';
import { orderTexts } from '../texts/order-now.ts';
import { isSendingDelayed } from './delayed.ts';
import { statusWords } from './status-words.ts';

/** How an order is, in a sentence: the same on its page and to whoever does something else meanwhile. */
export function headlineOf(order: Order): string {
  if (isSendingDelayed(order)) return orderTexts.delayed.headline;
  return statusWords(order).headline;
}
