import type { AffiliatesData, ConfirmScheduledData } from '@swapdesk/contract';
import { Decimal } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Amount } from '../parts/amount.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { LongText } from '../parts/long-text.tsx';

type Proposed = Read<AffiliatesData>['scheduled'];
type Refused = Read<ConfirmScheduledData>;

interface Props {
  readonly proposed: Proposed;
  readonly onDone: () => void;
}

/** What the schedule has proposed to pay, all that is shown confirmed by one act; and what of that could not be. */
export function Scheduled({ proposed, onDone }: Props) {
  const desk = useDesk();
  const words = texts.console.affiliates;
  /** What is being looked at: what is proposed meanwhile is not confirmed with it. */
  const [seen, setSeen] = useState<Proposed | null>(null);
  const [refused, setRefused] = useState<Refused>([]);
  const confirm = async (these: Proposed) => {
    const proposals = these.map(({ proposal }) => Decimal.parse(proposal));
    const done = await desk.act<ConfirmScheduledData>('/affiliates/confirm-scheduled', { proposals });
    setRefused(done.filter(({ why_not }) => why_not !== ''));
  };
  return (
    <>
      {proposed.length > 0 && (
        <Notice>
          <p>{words.scheduled(proposed.length)}</p>
          {desk.may('admin') && <Button onClick={() => setSeen(proposed)}>{words.confirmAll}</Button>}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warning" isNews>
          {refused.map(({ proposal, account, why_not }) => (
            <p key={proposal}>{words.notConfirmed(account, why_not)}</p>
          ))}
        </Notice>
      )}
      {seen !== null && (
        <Confirm
          title={words.confirmAllTitle}
          act={words.confirmAll}
          done={words.allConfirmed}
          isDangerous
          onConfirm={() => confirm(seen)}
          onDone={onDone}
          onClose={() => setSeen(null)}
        >
          <p>{words.confirmAllLead}</p>
          <ul>
            {seen.map((each) => (
              <li key={each.proposal}>
                {each.account}: <Amount {...each} />{' '}
                <LongText text={each.address} label={words.address} isWhole />
              </li>
            ))}
          </ul>
        </Confirm>
      )}
    </>
  );
}
