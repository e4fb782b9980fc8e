import type { HoldData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { hrefOf } from '../frame/location.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { WithReason } from '../parts/with-reason.tsx';
import { LostPayments } from './lost-payments.tsx';

const EVERY_MS = 3_000;

type Hold = Read<HoldData>;

/** Whether the desk is held, what keeps it so, and what operators decide about it. */
export function HoldPage() {
  const desk = useDesk();
  const words = texts.console.hold;
  const hold = useResource('hold', (signal) => desk.read<HoldData>('/hold', {}, signal), EVERY_MS);
  return (
    <>
      <PageHead title={texts.console.frame.pages.hold} lead={words.lead} />
      <Loaded of={hold}>
        {(value) => (
          <>
            {value.why === '' ? (
              <Notice tone="good">{words.notHeld}</Notice>
            ) : (
              <Undecided hold={value} onChanged={hold.again} />
            )}
            <LostPayments lost={value.lost} total={value.lost_total} onChanged={hold.again} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Undecided({ hold, onChanged }: { readonly hold: Hold; readonly onChanged: () => void }) {
  const desk = useDesk();
  const words = texts.console.hold;
  const [isReleasing, setReleasing] = useState(false);
  const { why, since, chains, records, spaces, lost_total } = hold;
  const isNothing = lost_total === '0' && chains.length + records.length + spaces.length === 0;
  return (
    <Panel
      title={words.undecided}
      lead={<Moment at={since} />}
      actions={desk.may('admin') && <Button onClick={() => setReleasing(true)}>{words.release}</Button>}
    >
      <Notice tone="danger">
        <b>{words.held(why)}</b>
        <p class="small">{words.stopped}</p>
      </Notice>
      {isNothing && <p>{words.nothingLeft}</p>}
      <ul>
        {chains.map((name) => (
          <li key={name}>
            {words.chain(name)} <a href={hrefOf('/chains')}>{words.toChains}</a>
          </li>
        ))}
        {records.map((folder) => (
          <li key={folder}>{words.record(folder)}</li>
        ))}
        {spaces.map((name) => (
          <li key={name}>{words.space(name)}</li>
        ))}
      </ul>
      {isReleasing && (
        <WithReason
          title={words.release}
          act={words.releaseAct}
          done={words.released}
          isDangerous
          onConfirm={(reason) => desk.act('/hold/release', { reason })}
          onDone={onChanged}
          onClose={() => setReleasing(false)}
        >
          <p>{words.releaseLead}</p>
        </WithReason>
      )}
    </Panel>
  );
}
