import { orderTexts } from '../texts/order-now.ts';
import './time-left.css';
import { showDuration } from './times.ts';
import { useNow } from './use-now.ts';

const ENDING_S = 120;

/** How long there is still time to pay. */
export function TimeLeft({ until, since }: { until: number; since: number }) {
  const { pay } = orderTexts;
  const left = Math.max(0, until - useNow(true));
  return (
    <div class="time-left">
      {left === 0 ? (
        <p>{pay.over}</p>
      ) : (
        <p role="timer">
          {pay.left} <strong>{showDuration(left)}</strong>
        </p>
      )}
      <div class="time-left-track" aria-hidden="true">
        <div
          data-ending={left < ENDING_S}
          style={{ transform: `scaleX(${Math.min(1, left / Math.max(1, until - since))})` }}
        />
      </div>
    </div>
  );
}
