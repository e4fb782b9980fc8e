import type { AlarmEvent } from '@swapdesk/contract';
import { Dialog } from '../../design/dialog.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { momentText } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';

interface Props {
  readonly id: string;
  readonly what: string;
  readonly onClose: () => void;
}

/** What happened to an alarm: when it began, who was on it, when it was put off, became worse, was over. */
export function AlarmHistory({ id, what, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.alarms;
  const history = useResource(id, async (signal) =>
    id === '0' ? [] : desk.read<AlarmEvent[]>('/alarms/history', { id }, signal),
  );
  return (
    <Dialog title={words.historyOf(what)} onClose={onClose}>
      <Loaded of={history}>
        {(events) => (
          <Table
            caption={words.history}
            rows={events}
            keyOf={({ at, kind, by }) => `${at} ${kind} ${by}`}
            empty={words.noHistory}
            columns={[
              { title: texts.console.when, cell: ({ at }) => <Moment at={at} /> },
              { title: texts.console.what, cell: whatHappened },
              { title: words.by, cell: ({ by }) => (by === '' ? '—' : by) },
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

function whatHappened({ kind, detail }: Read<AlarmEvent>) {
  const words = texts.console.alarms;
  const more = kind === 'snoozed' ? words.snoozeUntil(momentText(Number(detail))) : detail;
  return (
    <p>
      {words.events[kind] ?? kind}
      {more !== '' && <span class="soft small">: {more}</span>}
    </p>
  );
}
