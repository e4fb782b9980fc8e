import type { ConsoleFiguresData } from '@swapdesk/contract';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { grouped } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { Dollars } from '../profit/profit-tables.tsx';
import type { Asked } from './asked.ts';

type Data = Read<ConsoleFiguresData>;
type Row = Data['rows'][number];

/** The sums of each group and period. */
export function FigureTable({ data, asked }: { readonly data: Data; readonly asked: Asked }) {
  const words = texts.console.figures;
  const sum = (name: 'turnover' | 'fees' | 'commissions' | 'network' | 'result'): Column<Row> => ({
    title: words.sums[name],
    align: 'end',
    cell: (row) => <Dollars amount={row[name]} />,
  });
  const { by, per } = asked;
  // Names of coins are short: all columns have room beside them.
  const coin = (title: string, cell: (row: Row) => string): Column<Row> => ({ title, cell });
  const text = (title: string, cell: (row: Row) => string): Column<Row> => ({
    title,
    cell: (row) => <span class="wrap">{cell(row)}</span>,
  });
  return (
    <Panel title={words.table} lead={data.is_cut ? words.cut : words.tableLead}>
      <Table
        caption={words.table}
        rows={data.rows}
        keyOf={({ period, from, to, name }) => [period, from, to, name].join('|')}
        empty={words.none}
        columns={[
          ...(per === 'all' ? [] : [text(words.pers[per], ({ period }) => period.replace('/', ' – '))]),
          ...(by === 'from' || by === 'pair' ? [coin(words.bys.from, ({ from }) => from ?? '')] : []),
          ...(by === 'to' || by === 'pair' ? [coin(words.bys.to, ({ to }) => to ?? '')] : []),
          ...(by === 'account' || by === 'code'
            ? [text(words.bys[by], ({ name }) => (name === '' ? words.noCode : name))]
            : []),
          { title: words.sums.orders, align: 'end', cell: ({ orders }) => grouped(orders) },
          sum('turnover'),
          sum('fees'),
          sum('commissions'),
          sum('network'),
          sum('result'),
        ]}
      />
    </Panel>
  );
}
