import type { ChainsData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';

interface Props {
  readonly signing: Read<ChainsData>['signing'];
  readonly onChanged: () => void;
}

/** The switch that stops all payments at once. */
export function Signing({ signing, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.chains;
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const isStopped = signing.stopped_at !== '0';
  const close = () => setAsking(false);
  return (
    <Panel
      title={words.signing}
      lead={words.signingLead}
      actions={
        desk.may('admin') && (
          <Button onClick={() => setAsking(true)}>{isStopped ? words.go : words.stop}</Button>
        )
      }
    >
      <Notice tone={isStopped ? 'danger' : 'good'}>
        {isStopped ? words.stopped(signing.reason) : words.signs}{' '}
        {isStopped && (
          <>
            {words.stoppedBy(signing.stopped_by || words.somebody)} <Moment at={signing.stopped_at} />
          </>
        )}
      </Notice>
      {isAsking && isStopped && (
        <Confirm
          title={words.go}
          act={words.goAct}
          done={words.didGo}
          onConfirm={() => desk.act('/signing/go', {})}
          onDone={onChanged}
          onClose={close}
        >
          <p>{words.goLead}</p>
        </Confirm>
      )}
      {isAsking && !isStopped && (
        <Confirm
          title={words.stop}
          act={words.stopAct}
          done={words.didStop}
          isDangerous
          isReady={reason.trim() !== ''}
          onConfirm={() => desk.act('/signing/stop', { reason: reason.trim() })}
          onDone={onChanged}
          onClose={close}
        >
          <p>{words.stopLead}</p>
          <TextField
            label={texts.console.reason}
            value={reason}
            onText={setReason}
            maxLength={200}
            says={{ tone: 'hint', text: texts.console.reasonHint }}
          />
        </Confirm>
      )}
    </Panel>
  );
}
