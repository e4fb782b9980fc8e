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
  readonly refundAddress: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

type Way = 'redirect' | 'refund-entry';

/** Proposes what becomes of a payout that cannot be paid; another operator confirms it. */
export function WayOutDialog({ payout, refundAddress, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.order.wayOut;
  const [way, setWay] = useState<Way>('redirect');
  const [redirectTo, setRedirectTo] = useState('');
  const [refundTo, setRefundTo] = useState(refundAddress);
  const [address, setAddress] = way === 'redirect' ? [redirectTo, setRedirectTo] : [refundTo, setRefundTo];
  const settled = useSettled(address.trim());
  const wish = {
    payout: Decimal.parse(payout.id),
    ...(way === 'redirect' ? { address: settled } : { refund_address: settled }),
  };
  const preview = useResource(`${way} ${settled}`, async () =>
    settled === '' ? null : desk.act<ProposalPreviewData>(`/order/${way}/preview`, wish),
  );
  const isCurrent = !preview.isLoading && settled === address.trim();
  return (
    <WithReason
      title={words.title}
      act={words.act}
      done={words.done}
      isDangerous
      isReady={isCurrent && preview.failure === null && preview.value?.why_not === ''}
      onConfirm={(reason) => desk.act(`/order/${way}`, { ...wish, reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.lead}</p>
      {payout.purpose === 'output' && (
        <SelectField
          label={words.way}
          value={way}
          onChoose={(value) => setWay(value as Way)}
          options={(['redirect', 'refund-entry'] as const).map((value) => ({
            value,
            title: words.ways[value],
          }))}
        />
      )}
      <TextField
        label={words.address[way]}
        value={address}
        onText={setAddress}
        isMono
        spellcheck={false}
        autocomplete="off"
        says={{ tone: 'hint', text: words.addressHint }}
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
