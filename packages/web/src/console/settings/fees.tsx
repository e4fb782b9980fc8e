import type { ConsoleFee } from '@swapdesk/contract';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { grouped, percentOf } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';

/** What pairs, amounts and accounts pay that is not what everybody does. */
export function Fees() {
  const desk = useDesk();
  const words = texts.console.settings.fees;
  const fees = useResource('fees', (signal) => desk.read<ConsoleFee[]>('/fees', {}, signal));
  return (
    <Panel title={words.title} lead={words.lead}>
      <Loaded of={fees}>
        {(rows) => (
          <Table
            caption={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            empty={words.none}
            columns={[
              { title: words.id, align: 'end', cell: ({ id }) => id },
              { title: words.mode, cell: ({ mode }) => words.modes[mode] },
              { title: words.account, cell: ({ account }) => account || words.everybody },
              { title: words.from, cell: ({ from }) => from || words.any },
              { title: words.to, cell: ({ to }) => to || words.any },
              {
                title: words.amount,
                align: 'end',
                cell: ({ from_usdt }) => (from_usdt === '0' ? words.any : grouped(from_usdt)),
              },
              { title: words.fee, align: 'end', cell: ({ fee_ppm }) => percentOf(Number(fee_ppm)) },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
