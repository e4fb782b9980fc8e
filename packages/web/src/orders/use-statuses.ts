import { useEffect, useState } from 'preact/hooks';
import { loadOrder } from '../api/order.ts';
import { Refused } from '../api/refused.ts';
import type { KeptOrder } from './kept-orders.ts';

/** How an order is, by its number on the wire; `gone`: the service does not know it. */
export type KeptStatus = number | 'gone';

const NOT_FOUND = 'order not found';

/** How each order is, asked one after the other: nobody is kept waiting by a long list, and the service is not flooded. */
export function useStatuses(orders: readonly KeptOrder[]): ReadonlyMap<string, KeptStatus> {
  const [statuses, setStatuses] = useState<ReadonlyMap<string, KeptStatus>>(new Map());
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async () => {
      for (const { code } of orders) {
        if (signal.aborted) return;
        const status = await statusOf(code, signal);
        if (status !== null) setStatuses((known) => new Map([...known, [code, status]]));
      }
    };
    void look();
    return () => leaving.abort();
  }, [orders]);
  return statuses;
}

async function statusOf(code: string, signal: AbortSignal): Promise<KeptStatus | null> {
  try {
    return (await loadOrder(code, { signal })).status;
  } catch (error) {
    return error instanceof Refused && error.message === NOT_FOUND ? 'gone' : null;
  }
}
