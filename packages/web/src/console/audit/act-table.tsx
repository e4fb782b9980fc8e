import type { AuditEntry } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Changes } from '../parts/changes.tsx';
import { Moment } from '../parts/moment.tsx';

/** Acts as rows. */
export function ActTable({
  acts,
  empty,
}: {
  readonly acts: readonly Read<AuditEntry>[];
  readonly empty: string;
}) {
  const words = texts.console.audit;
  return (
    <Table
      caption={texts.console.frame.pages.audit}
      rows={acts}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { title: texts.console.when, cell: ({ at }) => <Moment at={at} /> },
        { title: words.actor, cell: ({ actor }) => <b>{actor}</b> },
        { title: words.act, cell: ({ act }) => act },
        { title: words.subject, cell: (entry) => <Subject {...entry} /> },
        { title: words.changes, cell: ({ changes }) => <Changes changes={changes} /> },
        {
          title: words.via,
          cell: ({ via, address }) => (
            <>
              {via} {address !== '' && <span class="soft small">{address}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

/** What was done to an order leads to the order. */
function Subject({ act, subject }: Pick<Read<AuditEntry>, 'act' | 'subject'>) {
  if (!act.startsWith('order ')) return <>{subject}</>;
  return (
    <a class="mono" href={hrefOf(`/orders/${subject}`)}>
      {subject}
    </a>
  );
}
