import type { UpkeepData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { durationText, grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { sameNumber } from '../parts/typed.ts';
import { WithReason } from '../parts/with-reason.tsx';
import { Quarantined } from './quarantined.tsx';
import { Rescan } from './rescan.tsx';

const EVERY_MS = 5_000;

/** The machinery: processes, clock, looking again through blocks. */
export function UpkeepPage() {
  const desk = useDesk();
  const words = texts.console.upkeep;
  const upkeep = useResource('upkeep', (signal) => desk.read<UpkeepData>('/upkeep', {}, signal), EVERY_MS);
  const [asked, setAsked] = useState<'clock' | 'rescan' | null>(null);
  const [releasing, setReleasing] = useState<string | null>(null);
  const mayAct = desk.may('admin');
  return (
    <>
      <PageHead title={texts.console.frame.pages.upkeep} lead={words.lead} />
      <Loaded of={upkeep}>
        {(data) => (
          <>
            <Panel title={words.nodes}>
              <Table
                caption={words.nodes}
                rows={data.nodes}
                keyOf={({ id }) => id}
                empty={words.noNodes}
                columns={[
                  { title: words.node, cell: ({ id }) => <code>{id}</code> },
                  { title: words.role, cell: ({ role }) => role || words.byLease },
                  { title: words.host, cell: ({ host }) => host },
                  { title: words.version, cell: ({ version }) => version },
                  { title: words.since, cell: ({ began_at }) => <Moment at={began_at} /> },
                  {
                    title: words.seen,
                    align: 'end',
                    cell: ({ silent_s }) => words.ago(durationText(Number(silent_s))),
                  },
                ]}
              />
            </Panel>
            <Panel
              title={words.clock}
              lead={data.is_clock_settled ? words.clockWell : words.clockJumped(data.clock_ahead_s)}
              actions={
                mayAct &&
                !data.is_clock_settled && <Button onClick={() => setAsked('clock')}>{words.accept}</Button>
              }
            >
              {null}
            </Panel>
            <Panel
              title={words.rescans}
              lead={words.rescansLead}
              actions={mayAct && <Button onClick={() => setAsked('rescan')}>{words.rescan}</Button>}
            >
              <Table
                caption={words.rescans}
                rows={data.rescans}
                keyOf={({ chain }) => chain}
                empty={words.noRescans}
                columns={[
                  { title: words.chain, cell: ({ chain }) => chain },
                  {
                    title: words.blocks,
                    cell: ({ first, last }) => words.span(grouped(first), grouped(last)),
                  },
                  {
                    title: words.progress,
                    cell: ({ next, last }) =>
                      Number(next) > Number(last) ? words.finished : words.at(grouped(next)),
                  },
                  { title: words.found, align: 'end', cell: ({ found }) => grouped(found) },
                ]}
              />
            </Panel>
            <Quarantined of={data.quarantined} onRelease={setReleasing} />
            {asked === 'rescan' && (
              <Rescan chains={data.chains} onDone={upkeep.again} onClose={() => setAsked(null)} />
            )}
          </>
        )}
      </Loaded>
      {releasing !== null && (
        <WithReason
          title={words.releaseTitle(releasing)}
          act={words.releaseAct}
          done={words.released}
          isDangerous
          onConfirm={(reason) => desk.act('/deposits/release', { id: sameNumber(releasing), reason })}
          onDone={upkeep.again}
          onClose={() => setReleasing(null)}
        >
          <p>{words.releaseLead}</p>
        </WithReason>
      )}
      {asked === 'clock' && (
        <Confirm
          title={words.accept}
          act={words.acceptAct}
          done={words.accepted}
          isDangerous
          onConfirm={() => desk.act('/clock/accept', {})}
          onDone={upkeep.again}
          onClose={() => setAsked(null)}
        >
          <p>{words.acceptLead}</p>
        </Confirm>
      )}
    </>
  );
}
