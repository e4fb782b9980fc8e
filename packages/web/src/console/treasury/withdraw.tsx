import type { ProposalPreviewData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Consequences } from '../parts/consequences.tsx';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { saysOfTyped } from '../parts/says-of-typed.ts';
import { amountOf } from '../parts/typed.ts';
import { useSettled } from '../parts/use-settled.ts';
import { WithReason } from '../parts/with-reason.tsx';
import type { Held } from './held.ts';

interface Props {
  readonly asset: Held;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Proposes to take something out of a treasury; another operator confirms it. */
export function Withdraw({ asset: { chain, abbr, free }, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.treasury;
  const [amount, setAmount] = useState('');
  const [address, setAddress] = useState('');
  const typed = `${amountOf(amount) ?? ''} ${address.trim()}`;
  const settled = useSettled(typed);
  const [number = '', to = ''] = settled.split(' ');
  const wish = { chain, abbr, amount: amountOf(number), address: to };
  const isWhole = wish.amount !== null && wish.amount.coefficient > 0n && to !== '';
  const preview = useResource(settled, async () =>
    isWhole
      ? // The reason is part of what is proposed, not of what it does.
        desk.act<ProposalPreviewData>('/treasury/withdraw/preview', { ...wish, reason: '-' })
      : null,
  );
  const isCurrent = isWhole && !preview.isLoading && settled === typed;
  return (
    <WithReason
      title={words.withdrawTitle(`${abbr} on ${chain}`)}
      act={words.withdrawAct}
      done={words.proposed}
      isDangerous
      isReady={isCurrent && preview.failure === null && preview.value?.why_not === ''}
      onConfirm={(reason) => desk.act('/treasury/withdraw', { ...wish, reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.withdrawLead}</p>
      <TextField
        label={words.amount}
        value={amount}
        onText={setAmount}
        inputMode="decimal"
        autocomplete="off"
        says={saysOfTyped(amount, { hint: words.amountHint(`${grouped(free)} ${abbr}`), coin: abbr })}
      />
      <TextField
        label={words.to}
        value={address}
        onText={setAddress}
        isMono
        spellcheck={false}
        autocomplete="off"
        says={{ tone: 'hint', text: words.toHint(chain) }}
      />
      <Loaded of={preview}>
        {(value) =>
          value !== null &&
          (value.why_not === '' ? (
            <Consequences of={value.consequences} />
          ) : (
            <Notice tone="warning">{value.why_not}</Notice>
          ))
        }
      </Loaded>
    </WithReason>
  );
}
