import type { ConsoleAssetsData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Coin } from '../parts/amount.tsx';
import { grouped } from '../parts/format.ts';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { WithReason } from '../parts/with-reason.tsx';
import { ClearHalt } from './clear-halt.tsx';
import { CorrectBooks } from './correct-books.tsx';
import type { Halt } from './halt.ts';

interface Props {
  readonly halts: readonly Halt[];
  readonly onChanged: () => void;
}

/** Assets in which nothing is paid out. */
export function Halts({ halts, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.chains;
  const [isHalting, setHalting] = useState(false);
  const [clearing, setClearing] = useState<Halt | null>(null);
  const [correcting, setCorrecting] = useState<Halt | null>(null);
  const mayAct = desk.may('admin');
  return (
    <Panel
      title={words.halts}
      lead={words.haltsLead}
      actions={mayAct && <Button onClick={() => setHalting(true)}>{words.halt}</Button>}
    >
      <Table
        caption={words.halts}
        rows={halts}
        keyOf={({ chain, abbr }) => `${chain} ${abbr}`}
        empty={words.noHalts}
        columns={[
          { title: words.coin, cell: (halt) => <Coin {...halt} /> },
          { title: words.ledger, align: 'end', cell: ({ ledger }) => grouped(ledger) },
          { title: words.wallet, align: 'end', cell: ({ wallet }) => grouped(wallet) },
          { title: words.why, cell: (halt) => <Why of={halt} /> },
          { title: words.since, cell: ({ since }) => <Moment at={since} /> },
          ...(mayAct ? [changeColumn(setClearing, setCorrecting)] : []),
        ]}
      />
      {isHalting && <HaltDialog onDone={onChanged} onClose={() => setHalting(false)} />}
      {clearing !== null && (
        <ClearHalt halt={clearing} onDone={onChanged} onClose={() => setClearing(null)} />
      )}
      {correcting !== null && (
        <CorrectBooks halt={correcting} onDone={onChanged} onClose={() => setCorrecting(null)} />
      )}
    </Panel>
  );
}

/** Why nothing is paid out; of one that somebody wanted, who and when as well. */
function Why({ of: { reason, cause, wanted_by, wanted_at } }: { readonly of: Halt }) {
  const words = texts.console.chains;
  return (
    <>
      <p>{cause || words.reasons[reason]}</p>
      {wanted_at !== '0' && (
        <p class="soft small">
          {words.wanted(wanted_by || words.somebody)} <Moment at={wanted_at} />
        </p>
      )}
    </>
  );
}

function changeColumn(onClear: (halt: Halt) => void, onCorrect: (halt: Halt) => void): Column<Halt> {
  const words = texts.console.chains;
  return {
    title: texts.console.change,
    staysInSight: true,
    cell: (halt) => (
      <>
        <Button size="small" onClick={() => onClear(halt)}>
          {words.clear}
        </Button>{' '}
        {halt.reason !== 'operator' && (
          <Button size="small" onClick={() => onCorrect(halt)}>
            {words.correct.open}
          </Button>
        )}
      </>
    ),
  };
}

function HaltDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const desk = useDesk();
  const words = texts.console.chains;
  const { value } = useResource('assets', (signal) => desk.read<ConsoleAssetsData>('/assets', {}, signal));
  const [chosen, setChosen] = useState('');
  const asset = value?.assets.find(({ chain, abbr }) => `${chain}/${abbr}` === chosen);
  return (
    <WithReason
      title={words.halt}
      act={words.haltAct}
      done={words.halted}
      isDangerous
      isReady={asset !== undefined}
      onConfirm={(reason) => desk.act('/halts/set', { chain: asset?.chain, abbr: asset?.abbr, reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.haltLead}</p>
      <SelectField
        label={words.asset}
        value={chosen}
        onChoose={setChosen}
        options={[
          { value: '', title: '' },
          ...(value?.assets ?? []).map(({ chain, abbr }) => ({
            value: `${chain}/${abbr}`,
            title: `${abbr} on ${chain}`,
          })),
        ]}
      />
    </WithReason>
  );
}
