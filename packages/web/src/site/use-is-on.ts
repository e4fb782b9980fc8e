import { useEffect, useState } from 'preact/hooks';
import { onOtherTime, serviceNow } from '../api/service-clock.ts';

/** What begins and ends: texts such as 2026-12-01T08:00Z; empty: at once, and never. */
interface Span {
  readonly from: string;
  readonly until: string;
}

/** Timers know no longer time. */
const LONGEST_MS = 86_400_000;

/** Whether it is so at a moment. */
export function isOn({ from, until }: Span, now: number): boolean {
  return (from === '' || Date.parse(from) <= now) && (until === '' || now < Date.parse(until));
}

/** The same, for a page that stays open: it begins and ends by itself. */
export function useIsOn(span: Span | null): boolean {
  const [now, setNow] = useState(serviceNow);
  const turns = span === null ? [] : [span.from, span.until].filter((text) => text !== '').map(Date.parse);
  const next = Math.min(...turns.filter((turn) => turn > now));
  useEffect(() => onOtherTime(() => setNow(serviceNow())), []);
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setNow(serviceNow()), Math.min(next - serviceNow(), LONGEST_MS) + 1);
    return () => clearTimeout(timer);
  }, [next, now]);
  return span !== null && isOn(span, now);
}
