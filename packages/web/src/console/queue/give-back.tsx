import type { PreviewGiveBackData } from '@swapdesk/contract';
import { Decimal, MESSAGE } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Refused } from '../../api/refused.ts';
import { Notice } from '../../design/badge.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Amount } from '../parts/amount.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Facts } from '../parts/facts.tsx';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { useSettled } from '../parts/use-settled.ts';
import type { Waiting } from './waiting.ts';

interface Props {
  readonly deposit: Waiting;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Gives a deposit back to an address: what it costs and what arrives is said before. */
export function GiveBack({ deposit, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.queue;
  const { id, chain, abbr, amount, detail } = deposit;
  const [reason, setReason] = useState('');
  const [address, setAddress] = useState('');
  const settled = useSettled(address.trim());
  const asked = { deposit: Decimal.parse(id) as Decimal, address: settled };
  const preview = useResource(settled, async () =>
    settled === '' ? null : desk.act<PreviewGiveBackData>('/queue/preview', asked),
  );
  const isWrong =
    preview.failure instanceof Refused && preview.failure.message === MESSAGE.invalidRefundAddress;
  const isCurrent = !preview.isLoading && settled === address.trim() && settled !== '';
  const isPossible = isCurrent && preview.failure === null && preview.value !== null;
  return (
    <Confirm
      title={words.giveBackTitle(`${grouped(amount)} ${abbr}`)}
      act={words.giveBackAct}
      done={words.proposed}
      isDangerous
      isReady={isPossible && reason.trim() !== ''}
      onConfirm={() => desk.act('/queue/give-back', { ...asked, reason: reason.trim() })}
      onDone={onDone}
      onClose={onClose}
    >
      {detail !== '' && <Notice tone="warning">{words.held(detail)}</Notice>}
      <TextField
        label={words.to}
        value={address}
        onText={setAddress}
        isMono
        spellcheck={false}
        autocomplete="off"
        says={
          isWrong
            ? { tone: 'wrong', text: words.toWrong(chain) }
            : { tone: 'hint', text: words.toHint(chain) }
        }
      />
      {settled !== '' && !isWrong && (
        <Loaded of={preview}>{(value) => value !== null && <Outcome preview={value} />}</Loaded>
      )}
      <TextField
        label={texts.console.reason}
        value={reason}
        onText={setReason}
        says={{ tone: 'hint', text: texts.console.reasonHint }}
      />
    </Confirm>
  );
}

function Outcome({ preview }: { readonly preview: Read<PreviewGiveBackData> }) {
  const words = texts.console.queue;
  return (
    <Facts
      facts={[
        [words.fee, <Amount key="fee" {...preview.fee} />],
        [words.arrives, <Amount key="arrives" {...preview.arrives} />],
      ]}
    />
  );
}
