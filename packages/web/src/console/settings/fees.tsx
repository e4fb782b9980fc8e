import type { ConsoleFee } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { grouped, percentOf } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { sameNumber } from '../parts/typed.ts';
import { SetFee } from './set-fee.tsx';

type Fee = Read<ConsoleFee>;

/** What pairs, amounts and accounts pay that is not what everybody does. */
export function Fees() {
  const desk = useDesk();
  const words = texts.console.settings.fees;
  const fees = useResource('fees', (signal) => desk.read<ConsoleFee[]>('/fees', {}, signal));
  const [isSetting, setSetting] = useState(false);
  const [removing, setRemoving] = useState<Fee | null>(null);
  const mayAct = desk.may('admin');
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      actions={mayAct && <Button onClick={() => setSetting(true)}>{words.set}</Button>}
    >
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
                cell: ({ from_usdt }) => (from_usdt === '0' ? words.any : `${grouped(from_usdt)} USDT`),
              },
              { title: words.fee, align: 'end', cell: ({ fee_ppm }) => percentOf(Number(fee_ppm)) },
              ...(mayAct
                ? [
                    {
                      title: texts.console.change,
                      staysInSight: true,
                      cell: (fee: Fee) => (
                        <Button
                          size="small"
                          aria-label={words.removeTitle(fee.id)}
                          onClick={() => setRemoving(fee)}
                        >
                          {words.remove}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {isSetting && <SetFee onDone={fees.again} onClose={() => setSetting(false)} />}
      {removing !== null && (
        <Confirm
          title={words.removeTitle(removing.id)}
          act={words.removeAct}
          done={words.done}
          onConfirm={() => desk.act('/fees/remove', { id: sameNumber(removing.id) })}
          onDone={fees.again}
          onClose={() => setRemoving(null)}
        >
          <p>{words.removeLead}</p>
        </Confirm>
      )}
    </Panel>
  );
}
