import { Decimal } from '@swapdesk/contract/plain';
import { useEffect, useState } from 'preact/hooks';
import type { Order } from '../api/order.ts';
import { askQuote } from '../api/quote.ts';

const WHOLE = Decimal.parse('1') as Decimal;

/** What giving one payment back in the order's own coin costs now; `open` if nobody can say. */
export function useRefundFee({ asset, agreed }: Order): Decimal | 'asking' | 'open' {
  const [fee, setFee] = useState<Decimal | 'asking' | 'open'>('asking');
  useEffect(() => {
    const leaving = new AbortController();
    // The network takes the same for any amount: of what was agreed there is a price even if what arrived is outside the limits.
    askQuote({ mode: 'float', from: asset, entries: [{ asset, share: WHOLE }] }, agreed, {
      signal: leaving.signal,
    }).then(
      ({ entries: [entry] }) => setFee(entry?.networkFee ?? 'open'),
      () => leaving.signal.aborted || setFee('open'),
    );
    return () => leaving.abort();
  }, [asset.chain, asset.abbr, agreed.toString()]);
  return fee;
}
