import type { QueueData } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

type Decided = Read<QueueData>['orders'][number];

/** Orders that are to be exchanged, and wait for prices of after that was decided. */
export function DecidedOrders({ orders }: { readonly orders: readonly Decided[] }) {
  const words = texts.console.queue;
  return (
    <Panel title={words.orders} lead={words.ordersLead}>
      <Table
        caption={words.orders}
        rows={orders}
        keyOf={({ order }) => order}
        empty={words.noOrders}
        columns={[
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          { title: words.amount, align: 'end', cell: (each) => <Amount {...each} /> },
          { title: words.order, cell: ({ order }) => <a href={hrefOf(`/orders/${order}`)}>{order}</a> },
          {
            title: words.awaits,
            cell: ({ awaits }) => awaits.map(({ abbr, why }) => words.awaited[why](abbr)).join('; '),
          },
        ]}
      />
    </Panel>
  );
}
