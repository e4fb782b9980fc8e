import type { WebhookAttempt } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';

const EVERY_MS = 10_000;
const PAGE = 50;

/** What became of what was sent to an endpoint, the newest first. */
export function Attempts({ id }: { readonly id: string }) {
  const desk = useDesk();
  const words = texts.console.webhooks;
  const [before, setBefore] = useState<string | null>(null);
  const query = before === null ? { id } : { id, before };
  const attempts = useResource(
    `attempts ${id} ${before}`,
    (signal) => desk.read<WebhookAttempt[]>('/webhooks/attempts', query, signal),
    EVERY_MS,
  );
  return (
    <Loaded of={attempts}>
      {(rows) => (
        <>
          <Table
            caption={words.attempts}
            rows={rows}
            keyOf={({ attempt }) => attempt}
            empty={words.noAttempts}
            columns={[
              { title: texts.console.when, cell: ({ at }) => <Moment at={at} /> },
              {
                title: words.event,
                cell: ({ account_number }) => (account_number === '0' ? words.trial : account_number),
              },
              { title: words.try, align: 'end', cell: (row) => row.try },
              {
                title: words.outcome,
                cell: ({ http_status, error }) => (http_status === '0' ? error : words.answered(http_status)),
              },
              { title: words.took, align: 'end', cell: ({ took_ms }) => words.ms(took_ms) },
              { title: words.next, cell: ({ next_at }) => (next_at === '0' ? '—' : <Moment at={next_at} />) },
            ]}
          />
          <p class="row">
            {before !== null && <Button onClick={() => setBefore(null)}>{words.newest}</Button>}
            {rows.length === PAGE && (
              <Button onClick={() => setBefore(rows.at(-1)?.attempt ?? null)}>{words.older}</Button>
            )}
          </p>
        </>
      )}
    </Loaded>
  );
}
