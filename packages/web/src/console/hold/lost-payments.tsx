import type { HoldData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Amount } from '../parts/amount.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Panel } from '../parts/panel.tsx';
import { WithReason } from '../parts/with-reason.tsx';

type Lost = Read<HoldData>['lost'][number];

interface Props {
  readonly lost: readonly Lost[];
  readonly total: string;
  readonly onChanged: () => void;
}

/** What was signed and the store lacks. */
export function LostPayments({ lost, total, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.hold;
  const [settling, setSettling] = useState<Lost | null>(null);
  return (
    <Panel title={words.lost} lead={words.lostLead}>
      <Table
        caption={words.lost}
        rows={lost}
        keyOf={({ chain, txid }) => `${chain} ${txid}`}
        empty={words.noLost}
        columns={[
          { title: words.chainTitle, cell: ({ chain }) => chain },
          {
            title: words.txid,
            cell: ({ chain, txid }) => (
              <LongText text={txid} on={[chain, 'transaction']} label={texts.console.copyOf(words.txid)} />
            ),
          },
          { title: words.pays, cell: (payment) => <Pays of={payment} /> },
          { title: words.why, cell: ({ obstacle }) => <p>{obstacle || words.notYet}</p> },
          ...(desk.may('admin')
            ? [
                {
                  title: texts.console.change,
                  staysInSight: true,
                  cell: (payment: Lost) => (
                    <Button size="small" onClick={() => setSettling(payment)}>
                      {words.settle}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {Number(total) > lost.length && <p class="soft small">{words.more(lost.length, total)}</p>}
      {settling !== null && (
        <WithReason
          title={words.settleTitle}
          act={words.settleAct}
          done={words.settled}
          isDangerous
          onConfirm={(reason) => desk.act('/hold/settle', { txid: settling.txid, reason })}
          onDone={onChanged}
          onClose={() => setSettling(null)}
        >
          <LongText
            text={settling.txid}
            on={[settling.chain, 'transaction']}
            label={texts.console.copyOf(words.txid)}
            isWhole
          />
          <Pays of={settling} isWhole />
          <p>{words.settleLead}</p>
        </WithReason>
      )}
    </Panel>
  );
}

function Pays({ of, isWhole = false }: { readonly of: Lost; readonly isWhole?: boolean }) {
  const words = texts.console.hold;
  if (of.pays.length === 0) return <span class="soft">{words.paysNobody(of.purpose)}</span>;
  return (
    <ul>
      {of.pays.map(({ name, address, ...coins }) => (
        <li key={name}>
          <b>
            <Amount {...coins} />
          </b>{' '}
          ({name}){' '}
          <LongText
            text={address}
            on={[of.chain, 'address']}
            label={texts.console.copyOf(name)}
            isWhole={isWhole}
          />
        </li>
      ))}
    </ul>
  );
}
