import { Decimal } from '@swapdesk/contract/plain';
import { showAmount } from '../design/amounts.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { quoted } from '../design/pasted.ts';
import { STATUS_TONES } from '../order/status-tones.ts';
import { showTime } from '../order/times.ts';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import type { KeptOrder } from './kept-orders.ts';
import type { KeptStatus } from './use-statuses.ts';

/** It came from a link, and is not the page's own words: as much as the number of a bill needs. */
const LONGEST_REFERENCE = 40;

interface KeptOrderLineProps {
  readonly order: KeptOrder;
  /** Null as long as it is not known. */
  readonly status: KeptStatus | null;
  readonly onForget: () => void;
}

function shownAmount(text: string): string {
  const amount = Decimal.parse(text);
  return amount === null ? text : showAmount(amount);
}

/** One order that this browser remembers: what it was about, how it is, the way to its page. */
export function KeptOrderLine({ order, status, onForget }: KeptOrderLineProps) {
  const { orders: words, shell } = texts;
  const { code, manageCode, amount, asset, receives, placedAt, reference } = order;
  const names = receives.map(({ abbr, chain }) => shell.asset(abbr, chain));
  return (
    <li class="card orders-one">
      <div>
        <a href={`/order/${code}#${manageCode}`}>
          {words.exchange(`${shownAmount(amount)} ${shell.asset(asset.abbr, asset.chain)}`, names.join(', '))}
        </a>
        <p class="small soft">
          <span class="mono">{code}</span> · {showTime(placedAt)}
        </p>
        {reference !== undefined && (
          <p class="small soft orders-reference">
            {texts.swap.reference(quoted(reference, LONGEST_REFERENCE))}
          </p>
        )}
      </div>
      <span class="orders-status">
        {status === 'gone' && <Badge tone="warning">{words.gone}</Badge>}
        {typeof status === 'number' && (
          <Badge tone={STATUS_TONES[status] ?? 'neutral'}>{orderTexts.status[status]?.badge}</Badge>
        )}
      </span>
      <Button kind="quiet" size="small" onClick={onForget}>
        <span aria-hidden="true">{words.forget}</span>
        <span class="unseen">{words.forgetOne(code)}</span>
      </Button>
    </li>
  );
}
