import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { Amount } from '../parts/amount.tsx';
import { Moment } from '../parts/moment.tsx';
import type { File } from './order-file.ts';

/** Every posting that the order has to do with. */
export function Ledger({ entries }: { readonly entries: File['ledger'] }) {
  const words = texts.console.order;
  return (
    <div class="stack-tight">
      <p class="soft small">{words.ledgerLead}</p>
      <Table
        caption={words.ledger}
        rows={entries}
        keyOf={({ id }) => id}
        empty={words.noLedger}
        columns={[
          { title: words.posting, align: 'end', cell: ({ posting }) => posting },
          { title: texts.console.when, cell: ({ at }) => <Moment at={at} /> },
          { title: words.account, cell: ({ account }) => account },
          { title: words.amount, align: 'end', cell: (entry) => <Amount {...entry} /> },
          { title: words.why, cell: ({ why }) => why },
        ]}
      />
    </div>
  );
}
