import { useEffect, useRef, useState } from 'preact/hooks';
import { type Known, LiveOrder } from './live-order.ts';

/** The order with a code, kept right while the page is looked at. */
export function useOrder(code: string): { known: Known; refresh: () => void } {
  const [known, setKnown] = useState<Known>({ stage: 'loading' });
  const live = useRef<LiveOrder | null>(null);
  useEffect(() => {
    const order = new LiveOrder(code, setKnown);
    live.current = order;
    order.start();
    const look = () => (document.hidden ? order.rest() : order.resume());
    const comeBack = () => order.resume();
    document.addEventListener('visibilitychange', look);
    const lose = () => order.lose();
    addEventListener('online', comeBack);
    addEventListener('offline', lose);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', comeBack);
      removeEventListener('offline', lose);
      order.stop();
    };
  }, [code]);
  return { known, refresh: () => live.current?.refresh() };
}
