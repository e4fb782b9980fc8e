import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Amount } from '../parts/amount.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { fateOf } from './fate.ts';
import type { File } from './order-file.ts';
import { PaidDialog } from './paid-dialog.tsx';
import { Payments } from './payments.tsx';
import { WayOutDialog } from './way-out-dialog.tsx';

/** What arrived, what is to be paid, and the transactions that pay it. */
export function Money({ file, onChanged }: { readonly file: File; readonly onChanged: () => void }) {
  const words = texts.console.order;
  return (
    <div class="stack">
      <section class="stack-tight">
        <h3>{words.deposits}</h3>
        <Deposits deposits={file.deposits} payouts={file.payouts} />
      </section>
      <section class="stack-tight">
        <h3>{words.payouts}</h3>
        <Payouts file={file} onChanged={onChanged} />
      </section>
      <section class="stack-tight">
        <h3>{words.payments}</h3>
        <Payments payments={file.payments} />
      </section>
    </div>
  );
}

function Deposits({ deposits, payouts }: Pick<File, 'deposits' | 'payouts'>) {
  const words = texts.console.order;
  return (
    <Table
      caption={words.deposits}
      rows={deposits}
      keyOf={({ id }) => id}
      empty={words.noDeposits}
      columns={[
        { title: words.amount, cell: (deposit) => <Amount {...deposit} /> },
        {
          title: words.state,
          cell: ({ state }) => (
            <Badge tone={state === 'confirmed' ? 'good' : state === 'gone' ? 'danger' : 'neutral'}>
              {words.depositStates[state] ?? state}
            </Badge>
          ),
        },
        {
          title: words.confirmationsTitle,
          align: 'end',
          cell: ({ confirmations, required }) => words.confirmations(confirmations, required),
        },
        { title: words.fate, cell: (deposit) => fateOf(deposit, payouts) },
        { title: words.seen, cell: ({ seen_at }) => <Moment at={seen_at} /> },
        { title: words.height, align: 'end', cell: ({ height }) => height ?? '—' },
        {
          title: words.transaction,
          cell: ({ chain, txid }) => (
            <LongText text={txid} on={[chain, 'transaction']} label={words.copy.txid} />
          ),
        },
        {
          title: words.from,
          cell: ({ chain, sources }) =>
            sources.length === 0
              ? '—'
              : sources.map((source) => (
                  <LongText key={source} text={source} on={[chain, 'address']} label={words.copy.address} />
                )),
        },
        ...(deposits.some(isSaidWith) ? [{ title: words.said, cell: said }] : []),
      ]}
    />
  );
}

type Deposit = File['deposits'][number];

/** Few senders say anything. */
function isSaidWith({ memo, references }: Deposit): boolean {
  return memo !== '' || references.length > 0;
}

function said({ memo, references }: Deposit) {
  return [memo, ...references].filter((text) => text !== '').join(', ') || '—';
}

function Payouts({ file, onChanged }: { readonly file: File; readonly onChanged: () => void }) {
  const words = texts.console.order;
  const desk = useDesk();
  const [unpaid, setUnpaid] = useState<File['payouts'][number] | null>(null);
  const [paid, setPaid] = useState<File['payouts'][number] | null>(null);
  const isOpen = ({ state }: File['payouts'][number]) => ['ready', 'signed', 'failed'].includes(state);
  return (
    <>
      <Table
        caption={words.payouts}
        rows={file.payouts}
        keyOf={({ id }) => id}
        empty={words.noPayouts}
        columns={[
          { title: words.purpose, cell: ({ purpose }) => words.purposes[purpose] ?? purpose },
          { title: words.amount, cell: (payout) => <Amount {...payout} /> },
          {
            title: words.state,
            cell: ({ state }) => (
              <Badge tone={state === 'confirmed' ? 'good' : state === 'failed' ? 'danger' : 'neutral'}>
                {words.payoutStates[state] ?? state}
              </Badge>
            ),
          },
          {
            title: words.to,
            cell: ({ chain, address }) => (
              <LongText text={address} on={[chain, 'address']} label={words.copy.address} />
            ),
          },
          { title: words.arrived, cell: ({ finish_at }) => <Moment at={finish_at} /> },
          ...(desk.may('support') && file.payouts.some(isOpen)
            ? [
                {
                  title: texts.console.change,
                  staysInSight: true,
                  cell: (payout: File['payouts'][number]) =>
                    isOpen(payout) && (
                      <>
                        {payout.state !== 'signed' && (
                          <Button size="small" onClick={() => setUnpaid(payout)}>
                            {words.wayOut.open}
                          </Button>
                        )}{' '}
                        {desk.may('admin') && (
                          <Button size="small" onClick={() => setPaid(payout)}>
                            {words.paidBy.open}
                          </Button>
                        )}
                      </>
                    ),
                },
              ]
            : []),
        ]}
      />
      {paid !== null && <PaidDialog payout={paid} onDone={onChanged} onClose={() => setPaid(null)} />}
      {unpaid !== null && (
        <WayOutDialog
          payout={unpaid}
          refundAddress={file.order.refund_address}
          onDone={onChanged}
          onClose={() => setUnpaid(null)}
        />
      )}
    </>
  );
}
