import type { TreasuryData } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Amount } from '../parts/amount.tsx';
import { grouped } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { WithReason } from '../parts/with-reason.tsx';

type Withdrawal = Read<TreasuryData>['withdrawals'][number];

interface Deciding {
  readonly withdrawal: Withdrawal;
  readonly how: 'drop' | 'retry';
}

interface Props {
  readonly withdrawals: readonly Withdrawal[];
  readonly onChanged: () => void;
}

/** What was taken out or is on its way, and deciding about what is not paid. */
export function Withdrawals({ withdrawals, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.treasury;
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <Panel title={words.withdrawals} lead={words.withdrawalsLead}>
      <Table
        caption={words.withdrawals}
        rows={withdrawals}
        keyOf={({ id }) => id}
        empty={words.noWithdrawals}
        columns={[
          { title: words.when, cell: ({ created_at }) => <Moment at={created_at} /> },
          { title: words.amount, align: 'end', cell: (each) => <Amount {...each} /> },
          { title: words.state, cell: (each) => <State of={each} /> },
          {
            title: words.address,
            cell: ({ chain, address }) => (
              <LongText text={address} on={[chain, 'address']} label={texts.console.copyOf(words.address)} />
            ),
          },
          {
            title: words.txid,
            cell: ({ chain, txid }) => (
              <LongText text={txid} on={[chain, 'transaction']} label={texts.console.copyOf(words.txid)} />
            ),
          },
          { title: words.why, cell: ({ why }) => <p>{why}</p> },
          ...(desk.may('admin') && withdrawals.some(isOpen)
            ? [
                {
                  title: texts.console.change,
                  staysInSight: true,
                  cell: (withdrawal: Withdrawal) => (
                    <Choices of={withdrawal} onChoose={(how) => setDeciding({ withdrawal, how })} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {deciding !== null && (
        <Decide deciding={deciding} onDone={onChanged} onClose={() => setDeciding(null)} />
      )}
    </Panel>
  );
}

function isOpen({ state, purpose }: Withdrawal): boolean {
  return purpose !== 'unclaimed' && (state === 'ready' || state === 'failed');
}

function State({ of: { state, waits_why, purpose } }: { readonly of: Withdrawal }) {
  const words = texts.console.treasury;
  return (
    <>
      <Badge tone={state === 'confirmed' ? 'good' : state === 'failed' ? 'danger' : 'neutral'}>
        {words.states[state] ?? state}
      </Badge>{' '}
      {purpose !== 'withdrawal' && <span class="soft small">{words.purposes[purpose]}</span>}
      {waits_why !== '' && <p class="small">{waits_why}</p>}
    </>
  );
}

interface ChoicesProps {
  readonly of: Withdrawal;
  readonly onChoose: (how: Deciding['how']) => void;
}

function Choices({ of, onChoose }: ChoicesProps) {
  const words = texts.console.treasury;
  if (!isOpen(of)) return null;
  return (
    <>
      {of.state === 'failed' && (
        <Button size="small" onClick={() => onChoose('retry')}>
          {words.retry}
        </Button>
      )}{' '}
      <Button size="small" onClick={() => onChoose('drop')}>
        {words.drop}
      </Button>
    </>
  );
}

interface DecideProps {
  readonly deciding: Deciding;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Decide({ deciding: { withdrawal, how }, onDone, onClose }: DecideProps) {
  const desk = useDesk();
  const words = texts.console.treasury;
  const { id, amount, chain, abbr, address } = withdrawal;
  const what = `${grouped(amount)} ${abbr}`;
  return (
    <WithReason
      title={words[`${how}Title`](what)}
      act={words[`${how}Act`]}
      done={how === 'drop' ? words.dropped : words.retried}
      isDangerous
      onConfirm={(reason) => desk.act(`/treasury/${how}`, { id: Decimal.parse(id), reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words[`${how}Lead`]}</p>
      <LongText text={address} on={[chain, 'address']} label={texts.console.copyOf(words.address)} isWhole />
    </WithReason>
  );
}
