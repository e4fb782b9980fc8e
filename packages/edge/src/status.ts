import { ORDER_STATUS } from '@swapdesk/client';

/** The words of Edge's requirements for where an order is. */
export type EdgeStatus = 'pending' | 'processing' | 'infoNeeded' | 'expired' | 'refunded' | 'completed';

const STATUS = new Map<number, EdgeStatus>([
  [ORDER_STATUS.waiting, 'pending'],
  [ORDER_STATUS.sent, 'processing'],
  [ORDER_STATUS.exchanging, 'processing'],
  [ORDER_STATUS.completed, 'completed'],
  [ORDER_STATUS.refunded, 'refunded'],
  [ORDER_STATUS.frozen, 'infoNeeded'],
  [ORDER_STATUS.expired, 'expired'],
  [ORDER_STATUS.abandoned, 'expired'],
]);

/** What Edge calls a status of ours. One that a newer desk may have needs somebody to look. */
export function edgeStatusOf(status: number): EdgeStatus {
  return STATUS.get(status) ?? 'infoNeeded';
}
