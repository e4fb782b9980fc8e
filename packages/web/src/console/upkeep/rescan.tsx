import type { UpkeepData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Confirm } from '../parts/confirm.tsx';
import { grouped } from '../parts/format.ts';
import { eitherOf } from '../parts/says-of-typed.ts';
import { amountOf } from '../parts/typed.ts';

interface Props {
  readonly chains: Read<UpkeepData>['chains'];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Has blocks looked through once more. */
export function Rescan({ chains, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.upkeep;
  const [chain, setChain] = useState(chains[0]?.chain ?? '');
  const [from, setFrom] = useState('');
  const first = amountOf(from);
  const followed = chains.find((each) => each.chain === chain)?.followed ?? '0';
  const number = first?.toInteger() ?? null;
  const fits = number !== null && number <= Number(followed);
  return (
    <Confirm
      title={words.rescan}
      act={words.rescanAct}
      done={words.asked}
      isReady={fits}
      onConfirm={() => desk.act('/wallet/rescan', { chain, from: first })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.rescansLead}</p>
      <SelectField
        label={words.chain}
        value={chain}
        options={chains.map((each) => ({ value: each.chain, title: each.chain }))}
        onChoose={setChain}
      />
      <TextField
        label={words.fromBlock}
        value={from}
        onText={setFrom}
        inputMode="numeric"
        says={{
          tone: from === '' || fits ? 'hint' : 'wrong',
          text: eitherOf(from) ?? words.followedTo(grouped(followed)),
        }}
      />
    </Confirm>
  );
}
