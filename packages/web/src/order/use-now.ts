import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 500;

/** The time, in Unix seconds, as long as somebody needs it. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1_000));
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1_000)), TICK_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
