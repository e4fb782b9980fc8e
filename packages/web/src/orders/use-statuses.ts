import { useEffect, useState } from 'preact/hooks';
import { loadOrder, type Order } from '../api/order.ts';
import { isNoAnswer, Refused } from '../api/refused.ts';
import { isOver } from '../order/is-over.ts';
import type { KeptOrder } from './kept-orders.ts';

/** How an order is, by its number on the wire; `gone`: the service does not know it. */
export type KeptStatus = number | 'gone';

export interface Statuses {
  /** Of each order that was answered for, by its code. */
  readonly known: ReadonlyMap<string, KeptStatus>;
  /** False while the service does not answer: what is known may be old. */
  readonly isLive: boolean;
}

const NOT_FOUND = 'order not found';
/** How long after all were looked at they are looked at again. */
const AGAIN_MS = 15_000;

/**
 * How each order is, asked one after the other: nobody is kept waiting by a long list, and the service is not flooded. They are looked at
 * again every so often while somebody sees the page, and at once for whoever comes back to it. What is over is asked for once.
 */
export function useStatuses(orders: readonly KeptOrder[]): Statuses {
  const [statuses, setStatuses] = useState<Statuses>({ known: new Map(), isLive: true });
  useEffect(() => {
    const over = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leaving = new AbortController();
    const look = async (signal: AbortSignal) => {
      for (const { code } of orders) {
        if (over.has(code)) continue;
        try {
          const order = await orderOf(code, signal);
          if (order === null || isOver(order)) over.add(code);
          const status = order?.status ?? 'gone';
          setStatuses(({ known }) => ({ known: new Map([...known, [code, status]]), isLive: true }));
        } catch (error) {
          if (signal.aborted) return;
          if (!isNoAnswer(error)) continue;
          setStatuses(({ known }) => ({ known, isLive: false }));
          // The others would not be answered for either.
          break;
        }
      }
      timer = setTimeout(() => begin(), AGAIN_MS);
    };
    // What was asked before somebody looked away may never be answered.
    const begin = () => {
      clearTimeout(timer);
      leaving.abort();
      leaving = new AbortController();
      if (!document.hidden) void look(leaving.signal);
    };
    // A page that was kept whole, on the way back to it.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && begin();
    begin();
    document.addEventListener('visibilitychange', begin);
    addEventListener('pageshow', comeBack);
    addEventListener('online', begin);
    return () => {
      document.removeEventListener('visibilitychange', begin);
      removeEventListener('pageshow', comeBack);
      removeEventListener('online', begin);
      clearTimeout(timer);
      leaving.abort();
    };
  }, [orders]);
  return statuses;
}

/** Null: the service does not know it. */
async function orderOf(code: string, signal: AbortSignal): Promise<Order | null> {
  try {
    return await loadOrder(code, { signal });
  } catch (error) {
    if (error instanceof Refused && error.message === NOT_FOUND) return null;
    throw error;
  }
}
