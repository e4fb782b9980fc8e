import type { Service } from '../api/service.ts';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { showSpan } from '../design/spans.ts';
import { texts } from '../texts/now.ts';
import { CostsPanel } from './costs-panel.tsx';
import { Countdown } from './countdown.tsx';
import type { ExpectedTime } from './expected-time.ts';
import type { Quoted, QuoteState } from './live-quote.ts';

interface SummaryProps {
  readonly state: QuoteState;
  readonly quoted: Quoted | null;
  readonly service: Service;
  readonly isPlacing: boolean;
  readonly isWaiting: boolean;
  /** How long it will take; null where nobody can tell. */
  readonly expected: ExpectedTime | null;
  /** Coins to receive in which nothing is paid out now. */
  readonly paused: readonly string[];
  /** True if what is sent is received as well. */
  readonly isSameCoin: boolean;
  /** What went wrong with the whole. */
  readonly trouble: string | null;
  readonly onRenew: () => void;
}

/** What it costs, how long that holds, and the button to go on. */
export function Summary(props: SummaryProps) {
  const { state, quoted, service, isPlacing, isWaiting, expected, paused, isSameCoin, trouble, onRenew } =
    props;
  const { swap } = texts;
  const isExpired = state.stage === 'expired';
  return (
    <aside class="card swap-card swap-summary" aria-label={swap.costs.title}>
      <h2>{swap.costs.title}</h2>
      <div class={isExpired || state.stage === 'asking' ? 'swap-stale' : ''}>
        <CostsPanel quoted={quoted} />
      </div>
      {isExpired ? (
        <Notice tone="warning" isNews>
          {swap.countdown.expired}
        </Notice>
      ) : (
        <Countdown state={state} lifetimeS={service.quoteLifetimeS} />
      )}
      {isSameCoin && <Notice tone="warning">{swap.sameCoin}</Notice>}
      {paused.length > 0 && (
        <Notice tone="warning" isNews>
          {swap.paused(paused.join(', '))}
        </Notice>
      )}
      {trouble !== null && (
        <Notice tone="danger" isNews>
          {trouble}
        </Notice>
      )}
      {isExpired ? (
        // Another element than the one that places: were it the same, the click that renews would go on to place.
        <Button key="renew" kind="primary" size="large" onClick={onRenew}>
          {swap.countdown.renew}
        </Button>
      ) : (
        <Button key="place" kind="primary" size="large" type="submit" disabled={isPlacing || isWaiting}>
          {isPlacing ? swap.placing : isWaiting ? swap.waitingForPrice : swap.place}
        </Button>
      )}
      <p class="small soft">{swap.placeNote}</p>
      {expected !== null && (
        <p class="small soft">{swap.duration(showSpan(expected.halfS), showSpan(expected.mostS))}</p>
      )}
      {service.priceSource === 'test' && <p class="small soft">{swap.costs.testPrices}</p>}
    </aside>
  );
}
