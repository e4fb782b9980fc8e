import { useEffect } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import { isWidget, tell } from '../widget/widget.ts';
import type { QuoteState } from './live-quote.ts';

/** In a widget the page around is told what would be exchanged. */
export function useToldQuote(state: QuoteState): void {
  const quoted = state.stage === 'quoted' ? state.last : null;
  useEffect(() => {
    if (quoted === null || !isWidget) return;
    const { wish, source, quote } = quoted;
    tell({
      type: 'quoted',
      exchange_mode: wish.mode,
      from: amountOf(wish.from, source),
      to: wish.entries.map(({ asset }, n) => amountOf(asset, quote.entries[n]?.quantity ?? source)),
    });
  }, [quoted]);
}

function amountOf({ chain, abbr }: Asset, quantity: { toString(): string }) {
  return { chain, abbr, quantity: quantity.toString() };
}
