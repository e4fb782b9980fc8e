import type { QueueData } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

type Payout = Read<QueueData>['unpayable'][number];

/** Payouts that cannot be signed, and what is in their way. */
export function Unpayable({ payouts }: { readonly payouts: readonly Payout[] }) {
  const words = texts.console.queue;
  return (
    <Panel title={words.unpayable} lead={words.unpayableLead}>
      <Table
        caption={words.unpayable}
        rows={payouts}
        keyOf={({ payout }) => payout}
        empty={words.noUnpayable}
        columns={[
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          { title: words.amount, align: 'end', cell: (each) => <Amount {...each} /> },
          { title: words.payout, cell: ({ payout }) => payout },
          { title: words.why, cell: ({ why }) => <p>{why}</p> },
          { title: words.next, cell: (each) => <Next {...each} /> },
        ]}
      />
    </Panel>
  );
}

function Next({ order }: Payout) {
  const words = texts.console.queue;
  const isOwn = order === '';
  return (
    <p>
      {isOwn ? words.unpayableNext.own : words.unpayableNext.order}{' '}
      <a href={hrefOf(isOwn ? '/treasury' : `/orders/${order}`)}>
        {isOwn ? words.toTreasury : texts.console.alarms.toOrder(order)}
      </a>
    </p>
  );
}
