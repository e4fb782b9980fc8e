import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { hrefOf } from '../frame/location.ts';
import { Amount } from '../parts/amount.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { GiveBack } from './give-back.tsx';
import type { Waiting } from './waiting.ts';

interface Props {
  readonly kind: 'surplus' | 'unclaimed';
  readonly deposits: readonly Waiting[];
  readonly onChanged: () => void;
}

/** Deposits that count for no order: those of an order, or those of none. */
export function Deposits({ kind, deposits, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.queue;
  const [giving, setGiving] = useState<Waiting | null>(null);
  const isSurplus = kind === 'surplus';
  return (
    <Panel title={words[kind]} lead={isSurplus ? words.surplusLead : words.unclaimedLead}>
      <Table
        caption={words[kind]}
        rows={deposits.filter((each) => (each.kind === 'unclaimed') !== isSurplus)}
        keyOf={({ id }) => id}
        empty={words.noDeposits}
        columns={[
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          { title: words.amount, align: 'end', cell: (each) => <Amount {...each} /> },
          ...(isSurplus ? OF_ORDERS : []),
          {
            title: words.txid,
            cell: ({ chain, txid }) => (
              <LongText text={txid} on={[chain, 'transaction']} label={texts.console.copyOf(words.txid)} />
            ),
          },
          {
            title: words.address,
            cell: ({ chain, address }) => (
              <LongText text={address} on={[chain, 'address']} label={texts.console.copyOf(words.address)} />
            ),
          },
          {
            title: words.next,
            staysInSight: true,
            cell: (deposit) => (
              <p>
                {nextOf(deposit)}{' '}
                {desk.may('support') && !deposit.is_too_little && (
                  <Button size="small" onClick={() => setGiving(deposit)}>
                    {words.giveBack}
                  </Button>
                )}
              </p>
            ),
          },
        ]}
      />
      {giving !== null && <GiveBack deposit={giving} onDone={onChanged} onClose={() => setGiving(null)} />}
    </Panel>
  );
}

const OF_ORDERS: readonly Column<Waiting>[] = [
  { title: texts.console.queue.what, cell: whatCell },
  {
    title: texts.console.queue.order,
    cell: ({ order }) => <a href={hrefOf(`/orders/${order}`)}>{order}</a>,
  },
];

function whatCell({ kind, reason }: Waiting): string {
  const { kinds, reasons } = texts.console.queue;
  return [reasons[reason], kinds[kind]].filter((each) => each !== '').join(', ');
}

function nextOf({ kind, detail, is_too_little }: Waiting): string {
  const words = texts.console.queue;
  if (is_too_little) return words.tooLittleNext;
  if (kind === 'unclaimed') return words.unclaimedNext;
  return kind === 'held' ? `${detail}. ${words.heldNext}` : words.surplusNext;
}
