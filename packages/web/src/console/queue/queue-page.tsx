import type { QueueData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { DecidedOrders } from './decided-orders.tsx';
import { GiveBack } from './give-back.tsx';
import { Losses } from './losses.tsx';
import type { Waiting } from './waiting.ts';

const EVERY_MS = 5_000;

/** What waits for somebody to decide, oldest first. */
export function QueuePage() {
  const desk = useDesk();
  const words = texts.console.queue;
  const queue = useResource('queue', (signal) => desk.read<QueueData>('/queue', {}, signal), EVERY_MS);
  return (
    <>
      <PageHead title={texts.console.frame.pages.queue} lead={words.lead} />
      <Loaded of={queue}>
        {({ deposits, losses, orders }) => (
          <>
            <Deposits deposits={deposits} onChanged={queue.again} />
            <Losses losses={losses} onChanged={queue.again} />
            <DecidedOrders orders={orders} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface Props {
  readonly deposits: readonly Waiting[];
  readonly onChanged: () => void;
}

function Deposits({ deposits, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.queue;
  const [giving, setGiving] = useState<Waiting | null>(null);
  return (
    <Panel title={words.deposits} lead={words.depositsLead}>
      <Table
        caption={words.deposits}
        rows={deposits}
        keyOf={({ id }) => id}
        empty={words.noDeposits}
        columns={[
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          { title: words.amount, align: 'end', cell: (each) => <Amount {...each} /> },
          { title: words.what, cell: whatCell },
          { title: words.order, cell: orderCell },
          {
            title: words.txid,
            cell: ({ txid }) => <LongText text={txid} label={texts.console.copyOf(words.txid)} />,
          },
          {
            title: words.address,
            cell: ({ address }) => <LongText text={address} label={texts.console.copyOf(words.address)} />,
          },
          ...(desk.may('support') ? [giveColumn(setGiving)] : []),
        ]}
      />
      {giving !== null && <GiveBack deposit={giving} onDone={onChanged} onClose={() => setGiving(null)} />}
    </Panel>
  );
}

function whatCell({ kind, reason }: Waiting): string {
  const { kinds, reasons } = texts.console.queue;
  return [reasons[reason], kinds[kind]].filter((each) => each !== '').join(', ');
}

function orderCell({ order }: Waiting) {
  return order === '' ? <span class="soft">—</span> : <a href={hrefOf(`/orders/${order}`)}>{order}</a>;
}

function giveColumn(onGive: (deposit: Waiting) => void): Column<Waiting> {
  const words = texts.console.queue;
  return {
    title: texts.console.change,
    cell: (deposit) => (
      <Button size="small" onClick={() => onGive(deposit)}>
        {words.giveBack}
      </Button>
    ),
  };
}
