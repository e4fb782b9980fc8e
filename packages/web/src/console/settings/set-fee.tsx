import type { ConsoleAssetsData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { eitherOf, saysOfTyped } from '../parts/says-of-typed.ts';
import { amountOf, feeOf } from '../parts/typed.ts';
import { effectOf } from './effect.ts';

interface Props {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sets a fee of a pair, of an amount, or of an account with one of these. */
export function SetFee({ onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.settings.fees;
  const assets = useResource('assets', (signal) => desk.read<ConsoleAssetsData>('/assets', {}, signal));
  const [mode, setMode] = useState<'float' | 'fixed'>('float');
  const [fee, setFee] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [usdt, setUsdt] = useState('');
  const [account, setAccount] = useState('');
  const ppm = feeOf(fee);
  const least = amountOf(usdt.trim() === '' ? '0' : usdt);
  const leastUsdt = least?.toInteger() ?? null;
  const saidOfUsdt = saysOfTyped(usdt, { hint: words.amountHint, coin: 'USDT' });
  const isPair = from !== '' && to !== '';
  const isHalf = (from === '') !== (to === '');
  const effect = ppm == null ? null : effectOf('float_fee_ppm', ppm.toString());
  const options = [
    { value: '', title: words.any },
    ...(assets.value?.assets ?? []).map(({ chain, abbr }) => ({
      value: `${chain}|${abbr}`,
      title: `${abbr} on ${chain}`,
    })),
  ];
  const named = (name: string) => {
    const [chain = '', abbr = ''] = name.split('|');
    return { chain, abbr };
  };
  const wish = Object.assign(
    { mode, fee_ppm: ppm, from_usdt: least },
    isPair ? { from: named(from), to: named(to) } : {},
    account.trim() === '' ? {} : { account: account.trim() },
  );
  return (
    <Confirm
      title={words.set}
      act={words.setAct}
      done={words.done}
      isReady={ppm != null && leastUsdt !== null && !isHalf && (isPair || leastUsdt > 0)}
      onConfirm={() => desk.act('/fees/set', wish)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.setLead}</p>
      <SelectField
        label={words.mode}
        value={mode}
        options={(['float', 'fixed'] as const).map((value) => ({ value, title: words.modes[value] }))}
        onChoose={(next) => setMode(next === 'fixed' ? 'fixed' : 'float')}
      />
      <TextField
        label={words.feeField}
        value={fee}
        onText={setFee}
        inputMode="decimal"
        says={{
          tone: fee === '' || ppm != null ? 'hint' : 'wrong',
          text: eitherOf(fee) ?? effect ?? words.feeHint,
        }}
      />
      <SelectField label={words.from} value={from} options={options} onChoose={setFrom} />
      <SelectField label={words.to} value={to} options={options} onChoose={setTo} />
      <TextField
        label={words.amount}
        value={usdt}
        onText={setUsdt}
        inputMode="decimal"
        says={
          saidOfUsdt.tone === 'hint' && leastUsdt === null
            ? { tone: 'wrong', text: words.amountHint }
            : saidOfUsdt
        }
      />
      <TextField
        label={words.account}
        value={account}
        onText={setAccount}
        says={{ tone: 'hint', text: words.accountHint }}
      />
    </Confirm>
  );
}
