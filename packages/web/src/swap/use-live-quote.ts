import { useEffect, useRef, useState } from 'preact/hooks';
import { askQuote } from '../api/quote.ts';
import type { Form } from './form.ts';
import { wishOf } from './form.ts';
import { LiveQuote, type QuoteState } from './live-quote.ts';

/** The quote for what the form says, kept up to date while the page is looked at. */
export function useLiveQuote(form: Form, quoteLifetimeS: number): { state: QuoteState; renew: () => void } {
  const [state, setState] = useState<QuoteState>({ stage: 'none' });
  const live = useRef<LiveQuote | null>(null);
  live.current ??= new LiveQuote({
    ask: (exchange, source, signal) => askQuote(exchange, source, { signal }),
    tell: setState,
    quoteLifetimeS: () => quoteLifetimeS,
    now: Date.now,
  });
  const quote = live.current;
  const { mode, from, side, amount, receivers, shares } = form;
  // Addresses are no part of a price: typing one asks for nothing.
  const assets = receivers.map(({ asset }) => asset.key).join();
  useEffect(() => quote.wish(wishOf(form)), [quote, mode, from, side, amount, assets, shares]);
  useEffect(() => {
    const look = () => document.hidden || quote.wake();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
      quote.stop();
    };
  }, [quote]);
  return { state, renew: () => quote.renew() };
}
