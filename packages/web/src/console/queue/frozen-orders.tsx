import type { QueueData } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

type Frozen = Read<QueueData>['frozen'][number];

/** Frozen orders, each with what to do next. */
export function FrozenOrders({ orders }: { readonly orders: readonly Frozen[] }) {
  const words = texts.console.queue;
  return (
    <Panel title={words.tabs.frozen} lead={words.frozenLead}>
      <Table
        caption={words.tabs.frozen}
        rows={orders}
        keyOf={({ order }) => order}
        empty={words.noFrozen}
        columns={[
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          { title: words.amount, align: 'end', cell: (each) => <Amount {...each} /> },
          { title: words.order, cell: ({ order }) => <a href={hrefOf(`/orders/${order}`)}>{order}</a> },
          { title: words.why, cell: ({ reason }) => texts.console.freezeReasons[reason] ?? reason },
          { title: words.next, cell: (each) => <Next {...each} /> },
        ]}
      />
    </Panel>
  );
}

function Next({ order, reason, resolution }: Frozen) {
  const desk = useDesk();
  const words = texts.console.queue;
  if (resolution !== '') return <span class="soft">{texts.console.orders.decided(resolution)}</span>;
  const act = (name: 'release' | 'refund') => (
    <a href={hrefOf(`/orders/${order}?act=${name}`)}>{words.acts[name]}</a>
  );
  return (
    <p>
      {words.frozenNext[reason] ?? ''}{' '}
      {desk.may('support') ? (
        <>
          {act('release')} · {act('refund')}
        </>
      ) : (
        <a href={hrefOf(`/orders/${order}`)}>{words.acts.open}</a>
      )}
    </p>
  );
}
