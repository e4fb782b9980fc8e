import type { ConsoleKey } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';

interface MadeKey {
  readonly key: string;
  readonly secret: string;
  readonly account: string;
}

/** API keys. Secrets are seen once, when a key is made. */
export function Keys() {
  const desk = useDesk();
  const words = texts.console.access;
  const keys = useResource('keys', (signal) => desk.read<ConsoleKey[]>('/keys', {}, signal));
  const [account, setAccount] = useState<string | null>(null);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  const mayAct = desk.may('admin');
  return (
    <div class="stack">
      {mayAct && (
        <div>
          <Button icon="plus" onClick={() => setAccount('')}>
            {words.makeKey}
          </Button>
        </div>
      )}
      <Loaded of={keys}>
        {(rows) => (
          <Table
            caption={words.tabs.keys}
            rows={rows}
            keyOf={({ key }) => key}
            empty={words.noKeys}
            columns={[
              { title: words.key, cell: ({ key }) => <LongText text={key} label={words.copyKey} /> },
              { title: words.account, cell: (key) => key.account },
              { title: words.made, cell: ({ created_at }) => <Moment at={created_at} /> },
              { title: words.state, cell: ({ revoked_at }) => <Revoked at={revoked_at} /> },
              {
                title: texts.console.change,
                cell: ({ key, revoked_at }) =>
                  mayAct &&
                  revoked_at === '0' && (
                    <Button size="small" aria-label={words.revokeKey(key)} onClick={() => setRevoking(key)}>
                      {words.revoke}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {account !== null && made === null && (
        <Confirm
          title={words.makeKey}
          act={words.makeKeyAct}
          isReady={account.trim() !== ''}
          staysOpen
          onConfirm={async () =>
            setMade(await desk.act<MadeKey>('/keys/create', { account: account.trim() }))
          }
          onDone={keys.again}
          onClose={() => setAccount(null)}
        >
          <p>{words.makeKeyLead}</p>
          <TextField
            label={words.accountField}
            value={account}
            onText={setAccount}
            maxLength={64}
            says={{ tone: 'hint', text: words.accountHint }}
          />
        </Confirm>
      )}
      {made !== null && (
        <ShownOnce
          title={words.keyMade(made.account)}
          secrets={[
            { name: words.keyName, text: made.key },
            { name: words.secretName, text: made.secret },
          ]}
          onClose={() => {
            setMade(null);
            setAccount(null);
          }}
        />
      )}
      {revoking !== null && (
        <Confirm
          title={words.revokeKey(revoking)}
          act={words.revokeAct}
          done={words.didRevoke}
          isDangerous
          onConfirm={() => desk.act('/keys/revoke', { key: revoking })}
          onDone={keys.again}
          onClose={() => setRevoking(null)}
        >
          <p>{words.revokeKeyLead}</p>
        </Confirm>
      )}
    </div>
  );
}

export function Revoked({ at }: { readonly at: string }) {
  const words = texts.console.access;
  if (at === '0') return <Badge tone="good">{words.active}</Badge>;
  return (
    <>
      <Badge>{words.revoked}</Badge> <Moment at={at} />
    </>
  );
}
