import type { ConsoleKey } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { LongText } from '../parts/long-text.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { Revocables } from './revocables.tsx';

/** API keys. */
export function Keys() {
  const desk = useDesk();
  const words = texts.console.access;
  const keys = useResource('keys', (signal) => desk.read<ConsoleKey[]>('/keys', {}, signal));
  const [isMaking, setMaking] = useState(false);
  return (
    <Revocables
      of={keys}
      caption={words.tabs.keys}
      empty={words.noKeys}
      nameOf={({ key }) => key}
      columns={[
        { title: words.key, cell: ({ key }) => <LongText text={key} label={words.copyKey} /> },
        { title: words.account, cell: ({ account }) => account },
      ]}
      make={{ title: words.makeKey, onAsked: () => setMaking(true) }}
      revoke={{
        title: words.revokeKey,
        lead: words.revokeKeyLead,
        act: (key) => desk.act('/keys/revoke', { key }),
      }}
    >
      {isMaking && <MakeKey onDone={keys.again} onClose={() => setMaking(false)} />}
    </Revocables>
  );
}

interface MadeKey {
  readonly key: string;
  readonly secret: string;
  readonly account: string;
}

/** Makes a key. Its secret is seen once, now. */
function MakeKey({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const desk = useDesk();
  const words = texts.console.access;
  const [account, setAccount] = useState('');
  const [made, setMade] = useState<MadeKey | null>(null);
  if (made !== null)
    return (
      <ShownOnce
        title={words.keyMade(made.account)}
        secrets={[
          { name: words.keyName, text: made.key },
          { name: words.secretName, text: made.secret },
        ]}
        onClose={onClose}
      />
    );
  return (
    <Confirm
      title={words.makeKey}
      act={words.makeKeyAct}
      isReady={account.trim() !== ''}
      staysOpen
      onConfirm={async () => setMade(await desk.act<MadeKey>('/keys/create', { account: account.trim() }))}
      onDone={onDone}
      onClose={onClose}
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
  );
}
