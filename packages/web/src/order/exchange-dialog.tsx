import { useEffect, useState } from 'preact/hooks';
import type { Order } from '../api/order.ts';
import { askQuote } from '../api/quote.ts';
import { Refused } from '../api/refused.ts';
import { showAmount, showExact } from '../design/amounts.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { orderTexts } from '../texts/order-now.ts';

interface Props {
  readonly order: Order;
  readonly isActing: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What it would come to now, before anybody decides, or why nobody can say. */
type Estimate = { readonly text: string } | 'asking';

/** Asks before what arrived is exchanged at a price that nobody has promised, and says what that is about. */
export function ExchangeDialog({ order, isActing, onConfirm, onClose }: Props) {
  const { frozen } = orderTexts;
  const [estimate, setEstimate] = useState<Estimate>('asking');
  useEffect(() => {
    const leaving = new AbortController();
    estimateOf(order, leaving.signal).then(
      (text) => setEstimate({ text }),
      (error) => leaving.signal.aborted || setEstimate({ text: whyNone(error) }),
    );
    return () => leaving.abort();
  }, [order]);
  return (
    <Dialog title={frozen.exchange} onClose={onClose}>
      <p role="status">{estimate === 'asking' ? frozen.estimating : estimate.text}</p>
      <p class="small soft">{frozen.estimateNote}</p>
      <div class="pay-dialog-acts">
        <Button onClick={onClose}>{frozen.notNow}</Button>
        <Button kind="primary" disabled={isActing || estimate === 'asking'} onClick={onConfirm}>
          {frozen.confirmExchange}
        </Button>
      </div>
    </Dialog>
  );
}

/** In the order's own mode: the fee is the one that was agreed, and the price is that of now in both. */
async function estimateOf({ mode, asset, arrived, entries }: Order, signal: AbortSignal): Promise<string> {
  const quote = await askQuote({ mode, from: asset, entries }, arrived, { signal });
  const gets = quote.entries.map(({ quantity }, n) => `${showAmount(quantity)} ${entries[n]?.asset.abbr}`);
  return orderTexts.frozen.estimate(`${showExact(arrived)} ${asset.abbr}`, gets.join(', '));
}

function whyNone(error: unknown): string {
  const { frozen } = orderTexts;
  return error instanceof Refused && error.limits !== null ? frozen.outsideLimits : frozen.noEstimate;
}
