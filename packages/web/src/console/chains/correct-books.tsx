import type { ObstaclesData, PreviewCorrectionData } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Facts } from '../parts/facts.tsx';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { saysOfTyped } from '../parts/says-of-typed.ts';
import { signedOf } from '../parts/typed.ts';
import { useSettled } from '../parts/use-settled.ts';
import { WithReason } from '../parts/with-reason.tsx';
import type { Halt } from './halt.ts';

interface Props {
  readonly halt: Halt;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Books what came or went and no order explains: never more than ledger and wallet differ by. */
export function CorrectBooks({ halt: { chain, abbr }, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.chains.correct;
  const found = useResource('obstacles', (signal) =>
    desk.read<ObstaclesData>('/halts/obstacles', { chain, abbr }, signal),
  );
  const [typed, setTyped] = useState<string | null>(null);
  const [txid, setTxid] = useState('');
  const amount = typed ?? found.value?.difference ?? '';
  const asked = `${signedOf(amount) ?? ''} ${txid.trim()}`;
  const settled = useSettled(asked);
  const [number = '', by = ''] = settled.split(' ');
  const wish = { chain, abbr, amount: Decimal.parse(number), txid: by === '' ? undefined : by };
  const preview = useResource(settled, async () =>
    wish.amount === null ? null : desk.act<PreviewCorrectionData>('/books/correct/preview', wish),
  );
  const isCurrent = !preview.isLoading && settled === asked;
  return (
    <WithReason
      title={words.title(`${abbr} on ${chain}`)}
      act={words.act}
      done={words.done}
      isDangerous
      isReady={isCurrent && preview.failure === null && preview.value?.why_not === ''}
      onConfirm={(reason) => desk.act('/books/correct', { ...wish, reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.lead}</p>
      <Loaded of={found}>
        {({ obstacles }) =>
          obstacles.map(({ what, advice }) => (
            <Notice key={what} tone="warning">
              <b>{what}</b>
              <p class="small">{advice}</p>
            </Notice>
          ))
        }
      </Loaded>
      <TextField
        label={words.amount}
        value={amount}
        onText={setTyped}
        isMono
        autocomplete="off"
        says={saysOfTyped(amount, { hint: words.amountHint, coin: abbr, isSigned: true })}
      />
      <TextField
        label={words.txid}
        value={txid}
        onText={setTxid}
        isMono
        spellcheck={false}
        autocomplete="off"
        says={{ tone: 'hint', text: words.txidHint }}
      />
      <Loaded of={preview}>
        {(value) =>
          value !== null &&
          (value.why_not === '' ? (
            <Facts
              facts={[
                [words.before, `${grouped(value.before)} ${abbr}`],
                [words.after, `${grouped(value.after)} ${abbr}`],
                ...(value.settled.length === 0 ? [] : [[words.settled, value.settled.join(', ')] as const]),
              ]}
            />
          ) : (
            <Notice tone="warning">{value.why_not}</Notice>
          ))
        }
      </Loaded>
    </WithReason>
  );
}
