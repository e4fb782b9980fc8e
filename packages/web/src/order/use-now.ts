import { useEffect, useState } from 'preact/hooks';
import { serviceSeconds } from '../api/service-clock.ts';

const TICK_MS = 500;

/** The service's time, in Unix seconds, as long as somebody needs it. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(serviceSeconds);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(serviceSeconds()), TICK_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
