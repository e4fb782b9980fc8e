import type { OrderAction, PreviewActionData } from '@swapdesk/contract';
import { MESSAGE } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Refused } from '../../api/refused.ts';
import { Notice } from '../../design/badge.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { statusText } from '../parts/status.tsx';
import { useSettled } from '../parts/use-settled.ts';
import type { File } from './order-file.ts';

interface Props {
  readonly action: OrderAction;
  readonly file: File;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows what an action leads to, as the service reckons it now, and asks why it is done. */
export function ActionDialog({ action, file, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.order;
  const { no, from, refund_address: known } = file.order;
  const [reason, setReason] = useState('');
  const [address, setAddress] = useState(known);
  const settled = useSettled(address.trim());
  const refundAddress = action === 'refund' && settled !== '' ? settled : undefined;
  const isProposed = refundAddress !== undefined && refundAddress !== known;
  const lacksAddress = action === 'refund' && settled === '';
  const preview = useResource(settled, async () =>
    lacksAddress
      ? null
      : desk.act<PreviewActionData>('/order/preview', { no, action, refund_address: refundAddress }),
  );
  const isWrongAddress =
    preview.failure instanceof Refused && preview.failure.message === MESSAGE.invalidRefundAddress;
  const isCurrent = !preview.isLoading && settled === address.trim();
  const isPossible = isCurrent && preview.failure === null && preview.value?.is_possible === true;
  return (
    <Confirm
      title={words.act[action].title}
      act={words.act[action].act}
      done={isProposed ? words.refundProposed : words.act[action].done}
      isDangerous={action === 'refund'}
      isReady={isPossible && reason.trim() !== ''}
      onConfirm={() =>
        desk.act(`/order/${action}`, { no, reason: reason.trim(), refund_address: refundAddress })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.act[action].lead}</p>
      {action === 'refund' && (
        <TextField
          label={words.refundTo}
          value={address}
          onText={setAddress}
          isMono
          spellcheck={false}
          autocomplete="off"
          says={
            isWrongAddress
              ? { tone: 'wrong', text: words.refundToWrong(from.chain) }
              : { tone: 'hint', text: words.refundToHint(from.chain) }
          }
        />
      )}
      {isProposed && <Notice tone="neutral">{words.refundToConfirm}</Notice>}
      {lacksAddress && <Notice tone="warning">{words.refundToMissing}</Notice>}
      {!lacksAddress && !isWrongAddress && (
        <Loaded of={preview}>{(value) => value !== null && <Consequence preview={value} />}</Loaded>
      )}
      <TextField
        label={texts.console.reason}
        value={reason}
        onText={setReason}
        maxLength={500}
        says={{ tone: 'hint', text: texts.console.reasonHint }}
      />
    </Confirm>
  );
}

function Consequence({ preview }: { readonly preview: Read<PreviewActionData> }) {
  const words = texts.console.order;
  if (!preview.is_possible) return <Notice tone="warning">{preview.why_not}</Notice>;
  return (
    <section class="consequence" aria-label={words.consequence}>
      <h3>{words.consequence}</h3>
      <p>{words.leadsTo(statusText(preview.status_after))}</p>
      <Consequences of={preview.consequences} />
      {preview.at_price !== '0' && <p class="soft small">{words.atPrice(grouped(preview.at_price))}</p>}
    </section>
  );
}
