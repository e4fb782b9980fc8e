import type { Order } from '../api/order.ts';
import type { Happening } from '../api/order-events.ts';
import { showAmount } from '../design/amounts.ts';
import { orderTexts } from '../texts/order-now.ts';
import './event-log.css';
import { statusWords } from './status-words.ts';
import { showExactTime } from './times.ts';

/** All that has happened, as it was told. For whoever wants to know exactly. */
export function EventLog({ order, events }: { order: Order; events: readonly Happening[] }) {
  const { log } = orderTexts;
  if (events.length === 0) return null;
  return (
    <details class="event-log">
      <summary>{log.title}</summary>
      <ol>
        {events.map((event) => (
          <li key={event.number}>
            <time dateTime={new Date(event.at * 1_000).toISOString()}>{showExactTime(event.at)}</time>
            <span>{wordsOf(event, order)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function wordsOf({ type, status, transfer }: Happening, order: Order): string {
  const { log, status: statuses } = orderTexts;
  // How it is now is known better than by its number.
  const now = status === order.status ? statusWords(order) : statuses[status ?? 0];
  if (type === 'order.status') return log.status(now?.badge ?? '');
  const amount = transfer === null ? '' : log.amount(showAmount(transfer.amount), transfer.abbr);
  // A newer service may tell what this page has no words for.
  return `${log[type] ?? type}: ${amount}`;
}
