import type { ConsoleWebhook } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { Attempts } from './attempts.tsx';
import { MakeWebhook } from './make-webhook.tsx';
import type { Webhook, WebhookAct } from './webhook.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

const EVERY_MS = 10_000;

/** Where the events of accounts are sent, how that goes, and what mends it. */
export function WebhooksPage() {
  const desk = useDesk();
  const words = texts.console.webhooks;
  const webhooks = useResource(
    'webhooks',
    (signal) => desk.read<ConsoleWebhook[]>('/webhooks', {}, signal),
    EVERY_MS,
  );
  const [doing, setDoing] = useState<{ readonly webhook: Webhook; readonly act: WebhookAct } | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState('');
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.webhooks}
        lead={words.lead}
        actions={
          desk.may('admin') && (
            <Button icon="plus" onClick={() => setMaking(true)}>
              {words.make}
            </Button>
          )
        }
      />
      <Loaded of={webhooks}>
        {(rows) => (
          <>
            <Panel title={words.endpoints}>
              <Table
                caption={words.endpoints}
                rows={rows}
                keyOf={({ id }) => id}
                empty={words.none}
                columns={[
                  { title: words.id, cell: ({ id }) => id },
                  { title: words.account, cell: ({ account }) => account },
                  { title: words.url, cell: ({ url }) => <span class="anywhere">{url}</span> },
                  { title: words.state, cell: (webhook) => <State of={webhook} /> },
                  { title: words.behind, align: 'end', cell: ({ behind }) => grouped(behind) },
                  {
                    title: words.last,
                    cell: ({ last_at, last_outcome, last_error }) => (
                      <span class="anywhere">
                        {last_outcome || words.never} {last_at !== '0' && <Moment at={last_at} />}
                        {last_error !== '' && last_error !== last_outcome && (
                          <span class="soft small"> {words.lastError(last_error)}</span>
                        )}
                      </span>
                    ),
                  },
                  ...(desk.may('support')
                    ? [
                        {
                          title: texts.console.change,
                          staysInSight: true,
                          cell: (webhook: Webhook) => (
                            <Choices of={webhook} onChoose={(act) => setDoing({ webhook, act })} />
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            </Panel>
            {rows.length > 0 && (
              <Panel title={words.attempts}>
                <SelectField
                  label={words.ofEndpoint}
                  value={shown || (rows[0]?.id ?? '')}
                  options={rows.map(({ id, account }) => ({ value: id, title: words.named(id, account) }))}
                  onChoose={setShown}
                />
                <Attempts key={shown || rows[0]?.id} id={shown || (rows[0]?.id ?? '')} />
              </Panel>
            )}
          </>
        )}
      </Loaded>
      {isMaking && <MakeWebhook onDone={webhooks.again} onClose={() => setMaking(false)} />}
      {doing !== null && <WebhookDialog {...doing} onDone={webhooks.again} onClose={() => setDoing(null)} />}
    </>
  );
}

function State({ of: { paused_at, paused_why, failures } }: { readonly of: Webhook }) {
  const words = texts.console.webhooks;
  if (paused_at !== '0')
    return (
      <span class="wrap">
        <Badge tone={paused_why === 'asked' ? 'warning' : 'danger'}>{words.paused}</Badge>{' '}
        {words.why[paused_why] ?? paused_why} <Moment at={paused_at} />
      </span>
    );
  return failures === '0' ? (
    <Badge tone="good">{words.on}</Badge>
  ) : (
    <Badge tone="warning">{words.failing(failures)}</Badge>
  );
}

interface ChoicesProps {
  readonly of: Webhook;
  readonly onChoose: (act: WebhookAct) => void;
}

function Choices({ of: { id, paused_at }, onChoose }: ChoicesProps) {
  const isAdmin = useDesk().may('admin');
  const words = texts.console.webhooks;
  const acts: readonly WebhookAct[] = [
    'test',
    paused_at === '0' ? 'pause' : 'resume',
    'resend',
    ...(isAdmin ? (['change', 'rotate', 'remove'] as const) : []),
  ];
  return (
    <span class="row">
      {acts.map((act) => (
        <Button key={act} size="small" aria-label={words.acts[act].title(id)} onClick={() => onChoose(act)}>
          {words.acts[act].button}
        </Button>
      ))}
    </span>
  );
}
