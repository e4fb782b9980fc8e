import { Decimal } from '@swapdesk/contract/plain';
import { useEffect, useState } from 'preact/hooks';
import type { Order } from '../api/order.ts';
import { askQuote } from '../api/quote.ts';
import { showAmount } from '../design/amounts.ts';
import { orderTexts } from '../texts/order-now.ts';

const WHOLE = Decimal.parse('1') as Decimal;

/** What giving back in the order's own coin costs now, in words; null while it is asked for. */
export function useRefundFee({ asset, agreed }: Order): string | null {
  const [words, setWords] = useState<string | null>(null);
  const { frozen } = orderTexts;
  useEffect(() => {
    const leaving = new AbortController();
    // The network takes the same for any amount: of what was agreed there is a price even if what arrived is outside the limits.
    askQuote({ mode: 'float', from: asset, entries: [{ asset, share: WHOLE }] }, agreed, {
      signal: leaving.signal,
    }).then(
      ({ entries: [entry] }) =>
        setWords(entry ? frozen.feeAbout(`${showAmount(entry.networkFee)} ${asset.abbr}`) : frozen.feeOpen),
      () => leaving.signal.aborted || setWords(frozen.feeOpen),
    );
    return () => leaving.abort();
  }, [asset.chain, asset.abbr, agreed.toString()]);
  return words;
}
