import type { ConsolePayment } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { hrefOf } from '../frame/location.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead } from '../parts/panel.tsx';
import { sameNumber } from '../parts/typed.ts';

type Payment = Read<ConsolePayment>;

const EVERY_MS = 5_000;

/** Transactions of ours that no block has for good. */
export function PaymentsPage() {
  const desk = useDesk();
  const words = texts.console.payments;
  const payments = useResource(
    'payments',
    (signal) => desk.read<ConsolePayment[]>('/payments', {}, signal),
    EVERY_MS,
  );
  const [cancelling, setCancelling] = useState<Payment | null>(null);
  return (
    <>
      <PageHead title={texts.console.frame.pages.payments} lead={words.lead} />
      <Loaded of={payments}>
        {(rows) => (
          <div class="card">
            <Table
              caption={texts.console.frame.pages.payments}
              rows={rows}
              keyOf={({ id }) => id}
              empty={words.none}
              columns={[
                { title: words.id, cell: ({ id }) => id },
                { title: words.chain, cell: ({ chain }) => chain },
                { title: words.purpose, cell: ({ purpose }) => words.purposes[purpose] ?? purpose },
                {
                  title: words.state,
                  cell: ({ state, cancel_asked_at, refused_at }) => (
                    <span class="wrap">
                      {words.states[state] ?? state}{' '}
                      {cancel_asked_at !== '0' && <Badge tone="warning">{words.cancelling}</Badge>}{' '}
                      {refused_at !== '0' && <Badge tone="danger">{words.refused}</Badge>}
                    </span>
                  ),
                },
                { title: words.signed, cell: ({ signed_at }) => <Moment at={signed_at} /> },
                { title: words.bumps, align: 'end', cell: ({ bumps }) => bumps },
                {
                  title: words.orders,
                  cell: ({ orders }) =>
                    orders.map((no) => (
                      <a key={no} href={hrefOf(`/orders/${no}`)}>
                        {no}{' '}
                      </a>
                    )),
                },
                ...(desk.may('admin')
                  ? [
                      {
                        title: texts.console.change,
                        staysInSight: true,
                        cell: (payment: Payment) =>
                          payment.cancel_asked_at === '0' && (
                            <Button
                              size="small"
                              aria-label={words.cancelTitle(payment.id)}
                              onClick={() => setCancelling(payment)}
                            >
                              {words.cancel}
                            </Button>
                          ),
                      },
                    ]
                  : []),
              ]}
            />
          </div>
        )}
      </Loaded>
      {cancelling !== null && (
        <Confirm
          title={words.cancelTitle(cancelling.id)}
          act={words.cancelAct}
          done={words.cancelDone}
          isDangerous
          onConfirm={() => desk.act('/payments/cancel', { id: sameNumber(cancelling.id) })}
          onDone={payments.again}
          onClose={() => setCancelling(null)}
        >
          <p>{words.cancelLead}</p>
        </Confirm>
      )}
    </>
  );
}
