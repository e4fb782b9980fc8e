import type { AlarmsData, PastAlarm } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useList } from '../api/use-list.ts';
import { useResource } from '../api/use-resource.ts';
import { durationText } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Paged } from '../parts/paged.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { AlarmList } from './alarm-list.tsx';

const EVERY_MS = 5_000;

type Past = Read<PastAlarm>;

/** What is wrong now, and what was. */
export function AlarmsPage() {
  const desk = useDesk();
  const words = texts.console.alarms;
  const now = useResource('alarms', (signal) => desk.read<AlarmsData>('/alarms', {}, signal), EVERY_MS);
  return (
    <>
      <PageHead title={texts.console.frame.pages.alarms} lead={words.lead} />
      <Loaded of={now}>
        {({ open }) => (
          <>
            <AlarmList alarms={open} none={words.nothing} onChanged={now.again} />
            <Over />
          </>
        )}
      </Loaded>
    </>
  );
}

function Over() {
  const words = texts.console.alarms;
  const [looking, setLooking] = useState<Past | null>(null);
  const list = useList('/alarms', {}, (page: Read<AlarmsData>) => page.over);
  return (
    <Panel title={words.over} lead={words.overLead}>
      <Paged list={list} shown={words.shown(list.rows.length)}>
        <Table
          caption={words.over}
          rows={list.rows}
          keyOf={({ id }) => id}
          empty={words.noneOver}
          columns={[
            { title: words.overAt, cell: ({ closed_at }) => <Moment at={closed_at} /> },
            {
              title: words.lasted,
              align: 'end',
              cell: ({ since, closed_at }) => durationText(Number(closed_at) - Number(since)),
            },
            {
              title: texts.console.what,
              cell: ({ what, facts, is_critical }) => (
                <p>
                  <b>{what}</b> {is_critical && <Badge tone="danger">{words.critical}</Badge>}{' '}
                  <span class="soft small">{facts}</span>
                </p>
              ),
            },
            { title: words.wasOn, cell: ({ owner }) => (owner === '' ? '—' : owner) },
            {
              title: words.history,
              cell: (alarm) => (
                <Button size="small" onClick={() => setLooking(alarm)}>
                  {words.history}
                </Button>
              ),
            },
          ]}
        />
      </Paged>
      {looking !== null && (
        <AlarmHistory id={looking.id} what={looking.what} onClose={() => setLooking(null)} />
      )}
    </Panel>
  );
}
