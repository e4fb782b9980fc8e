import type { ConfirmScheduledData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';

interface Props {
  readonly count: number;
  readonly onDone: () => void;
}

/** What the schedule has proposed to pay, all of it confirmed by one act; and what of that could not be. */
export function Scheduled({ count, onDone }: Props) {
  const desk = useDesk();
  const words = texts.console.affiliates;
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<readonly ConfirmScheduledData[number][]>([]);
  const confirm = async () => {
    const done = await desk.act<ConfirmScheduledData>('/affiliates/confirm-scheduled', {});
    setRefused(done.filter(({ why_not }) => why_not !== ''));
  };
  return (
    <>
      {count > 0 && (
        <Notice>
          <p>{words.scheduled(count)}</p>
          {desk.may('admin') && <Button onClick={() => setAsking(true)}>{words.confirmAll}</Button>}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warning" isNews>
          {refused.map(({ account, why_not }) => (
            <p key={account}>{words.notConfirmed(account, why_not)}</p>
          ))}
        </Notice>
      )}
      {isAsking && (
        <Confirm
          title={words.confirmAllTitle}
          act={words.confirmAll}
          done={words.allConfirmed}
          isDangerous
          onConfirm={confirm}
          onDone={onDone}
          onClose={() => setAsking(false)}
        >
          <p>{words.confirmAllLead}</p>
        </Confirm>
      )}
    </>
  );
}
