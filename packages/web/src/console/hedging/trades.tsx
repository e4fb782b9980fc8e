import type { HedgingData } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { Shortly } from '../parts/amount.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

/** The last trades, and what a dry run would have traded. */
export function Trades({ trades }: Pick<Read<HedgingData>, 'trades'>) {
  const words = texts.console.hedging;
  return (
    <Panel title={words.trades} lead={words.tradesLead}>
      <Table
        caption={words.trades}
        rows={trades}
        keyOf={({ id }) => id}
        empty={words.noTrades}
        columns={[
          { title: texts.console.when, cell: ({ planned_at }) => <Moment at={planned_at} /> },
          { title: words.venue, cell: ({ venue }) => venue },
          {
            title: words.trade,
            cell: ({ side, amount, abbr }) => (
              <span class="nowrap">
                {side} <Shortly amount={amount} /> {abbr}
              </span>
            ),
          },
          { title: words.limit, align: 'end', cell: ({ limit }) => <Shortly amount={limit} /> },
          {
            title: words.state,
            cell: ({ state, why }) => <span class="wrap">{why === '' ? state : `${state}: ${why}`}</span>,
          },
          { title: words.filled, align: 'end', cell: ({ filled }) => <Shortly amount={filled} /> },
          { title: words.value, align: 'end', cell: ({ value }) => <Shortly amount={value} /> },
        ]}
      />
    </Panel>
  );
}
