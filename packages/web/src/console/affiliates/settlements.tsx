import type { AffiliatesData } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount, Shortly } from '../parts/amount.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

/** What was paid to affiliates, or is on its way. */
export function Settlements({ settlements }: Pick<Read<AffiliatesData>, 'settlements'>) {
  const words = texts.console.affiliates;
  return (
    <Panel
      title={words.settlements}
      lead={
        <>
          {words.settlementsLead} <a href={hrefOf('/treasury')}>{words.decide}</a>
        </>
      }
    >
      <Table
        caption={words.settlements}
        rows={settlements}
        keyOf={({ id }) => id}
        empty={words.noSettlements}
        columns={[
          { title: texts.console.when, cell: ({ created_at }) => <Moment at={created_at} /> },
          { title: words.account, cell: ({ account }) => account },
          { title: words.usdt, align: 'end', cell: ({ usdt }) => <Shortly amount={usdt} /> },
          { title: words.paid, align: 'end', cell: (each) => <Amount {...each} /> },
          { title: words.state, cell: ({ state }) => words.states[state] ?? state },
          {
            title: words.address,
            cell: ({ address }) => <LongText text={address} label={texts.console.copyOf(words.address)} />,
          },
          {
            title: words.txid,
            cell: ({ txid }) => <LongText text={txid} label={texts.console.copyOf(words.txid)} />,
          },
        ]}
      />
    </Panel>
  );
}
