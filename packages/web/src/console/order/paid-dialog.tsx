import type { ProposalPreviewData } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Consequences } from '../parts/consequences.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { WithReason } from '../parts/with-reason.tsx';
import type { File } from './order-file.ts';

interface Props {
  readonly payout: File['payouts'][number];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Books a payout that counts as unpaid as paid by a transaction: the chain is looked at, and what would be booked is said. */
export function PaidDialog({ payout, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.order.paidBy;
  const [txid, setTxid] = useState('');
  const [differs, setDiffers] = useState<'no' | 'yes'>('no');
  const settled = useSettled(txid.trim());
  const claim = { payout: Decimal.parse(payout.id), txid: settled, amount_differs: differs === 'yes' };
  const preview = useResource(`${settled} ${differs}`, async () =>
    settled === '' ? null : desk.act<ProposalPreviewData>('/payouts/paid/preview', claim),
  );
  const isCurrent = !preview.isLoading && settled === txid.trim();
  return (
    <WithReason
      title={words.title}
      act={words.act}
      done={words.done}
      isDangerous
      isReady={isCurrent && preview.failure === null && preview.value?.why_not === ''}
      onConfirm={(reason) => desk.act('/payouts/paid', { ...claim, reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.lead}</p>
      <TextField
        label={words.txid}
        value={txid}
        onText={setTxid}
        isMono
        spellcheck={false}
        autocomplete="off"
        says={{ tone: 'hint', text: words.txidHint }}
      />
      <SelectField
        label={words.amount}
        value={differs}
        onChoose={(value) => setDiffers(value as 'no' | 'yes')}
        options={[
          { value: 'no', title: words.exact },
          { value: 'yes', title: words.differs },
        ]}
      />
      <Loaded of={preview}>
        {(value) =>
          value !== null &&
          (value.why_not === '' ? (
            <section class="consequence" aria-label={words.booked}>
              <h3>{words.booked}</h3>
              <Consequences of={value.consequences} />
            </section>
          ) : (
            <Notice tone="warning">{value.why_not}</Notice>
          ))
        }
      </Loaded>
    </WithReason>
  );
}
