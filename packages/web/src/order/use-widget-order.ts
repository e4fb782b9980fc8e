import { normalizeQueryCode, ORDER_STATUS } from '@swapdesk/contract/plain';
import { useEffect } from 'preact/hooks';
import { forgetWidgetOrder, tell } from '../widget/widget.ts';
import { isOver } from './is-over.ts';
import type { Known } from './live-order.ts';

/** In a widget the page around is told what becomes of the order. Once that is all, nobody comes back to it by himself. */
export function useWidgetOrder(known: Known): void {
  const order = known.stage === 'found' ? known.order : null;
  const status = order?.status ?? null;
  const isAll = order !== null && (isOver(order) || status === ORDER_STATUS.abandoned);
  useEffect(() => {
    if (order === null || status === null) return;
    tell({ type: 'status', query_code: normalizeQueryCode(order.code), status });
  }, [status]);
  useEffect(() => {
    if (isAll || known.stage === 'none') forgetWidgetOrder();
  }, [isAll, known.stage]);
}
