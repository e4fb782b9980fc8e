import type { OverviewData } from '@swapdesk/contract';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { grouped } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { statusText } from '../parts/status.tsx';

/** How many orders are in each status, drawn against the largest. */
export function OrderStates({ overview }: { readonly overview: Read<OverviewData> }) {
  const words = texts.console.overview;
  const largest = Math.max(1, ...overview.orders.map(({ orders }) => Number(orders)));
  return (
    <Panel title={words.states} lead={words.statesLead}>
      <ul class="states">
        {overview.orders.map(({ status, orders }) => (
          <li key={status}>
            <a href={hrefOf(`/orders?status=${status}`)}>{statusText(status)}</a>
            <span class="states-count">{grouped(orders)}</span>
            <span class="states-track" aria-hidden="true">
              <span data-status={status} style={{ width: `${(Number(orders) / largest) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
