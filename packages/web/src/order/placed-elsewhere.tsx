import { useState } from 'preact/hooks';
import type { Order } from '../api/order.ts';
import { Notice } from '../design/badge.tsx';
import { canStore } from '../design/storage.ts';
import { placedHere } from '../orders/placed-here.ts';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import './placed-elsewhere.css';

/**
 * Above what to pay, where this browser has not placed the order: anybody can place one for receivers of their own, and send its
 * link to somebody who takes it for a deposit of theirs. A manage code in the link is no proof: whoever placed it has that.
 */
export function PlacedElsewhere({ order }: { order: Order }) {
  const { pay, summary } = orderTexts;
  // As it was when the page was opened: it does not come and go with what is remembered meanwhile.
  const [isKnown] = useState(() => placedHere(order.code) !== null);
  // A browser that keeps nothing does not know its own orders either.
  const [canKnow] = useState(canStore);
  if (isKnown) return null;
  return (
    <Notice>
      <p>{canKnow ? pay.elsewhere : pay.cannotKnow}</p>
      <ul class="elsewhere-receivers">
        {order.entries.map(({ asset, address }, n) => (
          <li key={n}>
            {texts.shell.asset(asset.abbr, asset.chain)} {summary.to} <span class="mono">{address}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
