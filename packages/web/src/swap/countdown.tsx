import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/now.ts';
import './countdown.css';
import type { QuoteState } from './live-quote.ts';

const TICK_MS = 200;
const ENDING_S = 8;

/** How fresh the price is: live, or how long it still holds. */
export function Countdown({ state, lifetimeS }: { state: QuoteState; lifetimeS: number }) {
  const { countdown } = texts.swap;
  const until = state.stage === 'quoted' ? state.last.until : null;
  const leftMs = useTimeLeft(until);
  if (until !== null) {
    const seconds = Math.ceil(leftMs / 1_000);
    return (
      <div class="countdown">
        <p role="timer">
          {countdown.holds} <strong>{countdown.seconds(seconds)}</strong>
        </p>
        <div class="countdown-track" aria-hidden="true">
          <div
            class="countdown-left"
            data-ending={seconds <= ENDING_S}
            style={{ transform: `scaleX(${Math.min(1, leftMs / (lifetimeS * 1_000))})` }}
          />
        </div>
      </div>
    );
  }
  return (
    <div class="countdown">
      {state.stage === 'quoted' && (
        <p>
          <span class="pulse" aria-hidden="true" />
          {countdown.live}
        </p>
      )}
      {state.stage === 'asking' && <p>{countdown.updating}</p>}
    </div>
  );
}

/** Milliseconds until then, counted down while somebody looks on. */
function useTimeLeft(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, until - now);
}
