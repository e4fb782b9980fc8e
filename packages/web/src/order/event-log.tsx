import type { Happening } from '../api/order-events.ts';
import { showAmount } from '../design/amounts.ts';
import { orderTexts } from '../texts/order-now.ts';
import './event-log.css';
import { showExactTime } from './times.ts';

/** All that has happened, as it was told. For whoever wants to know exactly. */
export function EventLog({ events }: { events: readonly Happening[] }) {
  const { log } = orderTexts;
  if (events.length === 0) return null;
  return (
    <details class="event-log">
      <summary>{log.title}</summary>
      <ol>
        {events.map((event) => (
          <li key={event.number}>
            <time dateTime={new Date(event.at * 1_000).toISOString()}>{showExactTime(event.at)}</time>
            <span>{wordsOf(event)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function wordsOf({ type, status, transfer }: Happening): string {
  const { log, status: statuses } = orderTexts;
  if (type === 'order.status') return log.status(statuses[status ?? 0]?.badge ?? '');
  const amount = transfer === null ? '' : log.amount(showAmount(transfer.amount), transfer.abbr);
  // A newer service may tell what this page has no words for.
  return `${log[type] ?? type}: ${amount}`;
}
