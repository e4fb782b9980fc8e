import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { Order } from '../api/order.ts';
import type { Tone } from '../design/badge.tsx';
import { orderTexts } from '../texts/order-now.ts';
import { STATUS_TONES } from './status-tones.ts';

const { completed, refunded, frozen, expired, abandoned } = ORDER_STATUS;

/** Refunded, and nothing was sent: what came was not worth its network fee. */
export function isNothingBack({ status, refunds }: Order): boolean {
  return status === refunded && refunds.length === 0;
}

/** Ended by its client, and not by itself with its late window. */
export function isCancelled({ status, deletedAt, lateUntil }: Order): boolean {
  return status === abandoned && deletedAt < lateUntil;
}

/** How an order is, in a word and in a sentence: its number alone does not tell all ends apart. */
export function statusWords(order: Order): { readonly badge: string; readonly headline: string } {
  const { ends, status } = orderTexts;
  if (isNothingBack(order)) return ends.nothingBack;
  if (isCancelled(order)) return ends.cancelled;
  return status[order.status] ?? { badge: '', headline: '' };
}

export function statusTone(order: Order): Tone {
  return isNothingBack(order) ? 'warning' : (STATUS_TONES[order.status] ?? 'neutral');
}

/** What an order calls the receivers' side. */
export function receiveTitle({ mode, status }: Order): string {
  const { summary } = orderTexts;
  // What a stopped order gives is not decided, whatever was agreed; nor what one gives whose price is over.
  const isOver = mode === 'fixed' && status === expired;
  if (status === frozen || status === refunded || status === abandoned || isOver) return summary.wasToReceive;
  return status === completed ? summary.received : summary.receive;
}
