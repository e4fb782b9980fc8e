import type { UpkeepData } from '@swapdesk/contract';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

interface Props {
  readonly of: Read<UpkeepData>['quarantined'];
  readonly onRelease: (id: string) => void;
}

/** What screening stopped: it is kept apart until somebody answers for it. */
export function Quarantined({ of, onRelease }: Props) {
  const mayAct = useDesk().may('admin');
  const words = texts.console.upkeep;
  return (
    <Panel title={words.quarantine} lead={words.quarantineLead}>
      <Table
        caption={words.quarantine}
        rows={of}
        keyOf={({ id }) => id}
        empty={words.noneKept}
        columns={[
          { title: words.deposit, cell: ({ id }) => id },
          { title: words.amount, align: 'end', cell: (deposit) => <Amount {...deposit} /> },
          {
            title: words.order,
            cell: ({ order }) => (order === '' ? '—' : <a href={hrefOf(`/orders/${order}`)}>{order}</a>),
          },
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          {
            title: words.txid,
            cell: ({ txid }) => <LongText text={txid} label={texts.console.copyOf(words.txid)} />,
          },
          {
            title: texts.console.change,
            staysInSight: true,
            cell: ({ id }) =>
              mayAct && (
                <Button size="small" aria-label={words.releaseTitle(id)} onClick={() => onRelease(id)}>
                  {words.release}
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}
