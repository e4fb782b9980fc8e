import type { SecretData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { typesOf } from './types-of.ts';

interface Props {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Makes an endpoint. Its secret is seen once, now. */
export function MakeWebhook({ onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.webhooks;
  const [account, setAccount] = useState('');
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState('');
  const [made, setMade] = useState<Read<SecretData> | null>(null);
  if (made !== null)
    return (
      <ShownOnce
        title={words.secretOf(made.account)}
        secrets={[{ name: words.secret, text: made.secret }]}
        onClose={onClose}
      />
    );
  const wish = { account: account.trim(), url: url.trim(), types: typesOf(types) };
  return (
    <Confirm
      title={words.make}
      act={words.makeAct}
      isReady={wish.account !== '' && wish.url !== ''}
      staysOpen
      onConfirm={async () => setMade(await desk.act<SecretData>('/webhooks/create', wish))}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.makeLead}</p>
      <TextField label={words.account} value={account} onText={setAccount} maxLength={64} />
      <TextField
        label={words.url}
        value={url}
        onText={setUrl}
        isMono
        spellcheck={false}
        says={{ tone: 'hint', text: words.urlHint }}
      />
      <TextField
        label={words.types}
        value={types}
        onText={setTypes}
        says={{ tone: 'hint', text: words.typesHint }}
      />
    </Confirm>
  );
}
