import type { QueueData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

type Loss = Read<QueueData>['losses'][number];

interface Props {
  readonly losses: readonly Loss[];
  readonly onChanged: () => void;
}

/** What was lost to reorganisations and nobody has seen. */
export function Losses({ losses, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.queue;
  const [seeing, setSeeing] = useState<Loss | null>(null);
  return (
    <Panel title={words.losses} lead={words.lossesLead}>
      <Table
        caption={words.losses}
        rows={losses}
        keyOf={({ order, since, amount }) => `${order} ${since} ${amount}`}
        empty={words.noLosses}
        columns={[
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          { title: words.amount, align: 'end', cell: (loss) => <Amount {...loss} /> },
          { title: words.order, cell: ({ order }) => <LostBy name={order} /> },
          ...(desk.may('support') ? [seeColumn(setSeeing)] : []),
        ]}
      />
      {seeing !== null && (
        <Confirm
          title={words.acknowledgeTitle(seeing.order)}
          act={words.acknowledge}
          done={words.acknowledged}
          onConfirm={() => desk.act('/losses/acknowledge', { no: seeing.order })}
          onDone={onChanged}
          onClose={() => setSeeing(null)}
        >
          <p>{words.acknowledgeLead}</p>
        </Confirm>
      )}
    </Panel>
  );
}

/** What came to no order has no page. */
function LostBy({ name }: { readonly name: string }) {
  return name.startsWith('DEPOSIT-') ? <span>{name}</span> : <a href={hrefOf(`/orders/${name}`)}>{name}</a>;
}

function seeColumn(onSee: (loss: Loss) => void): Column<Loss> {
  return {
    title: texts.console.change,
    staysInSight: true,
    cell: (loss) => (
      <Button size="small" onClick={() => onSee(loss)}>
        {texts.console.queue.acknowledge}
      </Button>
    ),
  };
}
