import type { ConsoleKey } from '@swapdesk/contract';
import { Decimal, KEY_SCOPES, type KeyScope } from '@swapdesk/contract/plain';
import { useState } from 'preact/hooks';
import { serviceNow, serviceSeconds } from '../../api/service-clock.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Moment } from '../parts/moment.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { boundsOf, isBounds, KeyBoundsFields, NO_BOUNDS } from './key-bounds.tsx';
import { Revocables } from './revocables.tsx';

/** API keys. */
export function Keys() {
  const desk = useDesk();
  const words = texts.console.access;
  const keys = useResource('keys', (signal) => desk.read<ConsoleKey[]>('/keys', {}, signal));
  const [isMaking, setMaking] = useState(false);
  const [rotating, setRotating] = useState<string | null>(null);
  return (
    <Revocables
      of={keys}
      caption={words.tabs.keys}
      empty={words.noKeys}
      nameOf={({ key }) => key}
      columns={[
        { title: words.key, cell: ({ key }) => <LongText text={key} label={words.copyKey} /> },
        { title: words.account, cell: ({ account }) => account },
        { title: words.label, cell: ({ label }) => label },
        { title: words.mayBe, cell: ({ scopes }) => scopesText(scopes) },
        {
          title: words.from,
          cell: ({ addresses }) => (addresses.length === 0 ? words.anywhere : addresses.join(', ')),
        },
        { title: words.used, cell: ({ used_at }) => <Moment at={used_at} /> },
      ]}
      make={{ title: words.makeKey, onAsked: () => setMaking(true) }}
      revoke={{
        title: words.revokeKey,
        lead: words.revokeKeyLead,
        act: (key) => desk.act('/keys/revoke', { key }),
      }}
      more={({ key, expires_at }) =>
        (expires_at === '0' || Number(expires_at) * 1_000 > serviceNow()) && (
          <Button size="small" aria-label={words.rotateKey(key)} onClick={() => setRotating(key)}>
            {words.rotate}
          </Button>
        )
      }
    >
      {isMaking && <MakeKey onDone={keys.again} onClose={() => setMaking(false)} />}
      {rotating !== null && <RotateKey of={rotating} onDone={keys.again} onClose={() => setRotating(null)} />}
    </Revocables>
  );
}

function scopesText(scopes: readonly KeyScope[]): string {
  const words = texts.console.access;
  if (scopes.length === KEY_SCOPES.length) return words.allScopes;
  return scopes.map((scope) => words.scopeNames[scope]).join(', ');
}

interface MadeKey {
  readonly key: string;
  readonly secret: string;
  readonly account: string;
}

interface MakingProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Makes a key. Its secret is seen once, now. */
function MakeKey({ onDone, onClose }: MakingProps) {
  const desk = useDesk();
  const words = texts.console.access;
  const [account, setAccount] = useState('');
  const [bounds, setBounds] = useState(NO_BOUNDS);
  const [made, setMade] = useState<MadeKey | null>(null);
  if (made !== null) return <ShowKey made={made} onClose={onClose} />;
  const make = async () => {
    const now = serviceSeconds();
    setMade(await desk.act<MadeKey>('/keys/create', { account: account.trim(), ...boundsOf(bounds, now) }));
  };
  return (
    <Confirm
      title={words.makeKey}
      act={words.makeKeyAct}
      isReady={account.trim() !== '' && isBounds(bounds)}
      staysOpen
      onConfirm={make}
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
      <KeyBoundsFields draft={bounds} onDraft={setBounds} />
    </Confirm>
  );
}

/** How long the old key goes on beside the new one. */
const KEEP_S = Decimal.parse('86400');

/** Makes a key like another, which ends a day later. */
function RotateKey({ of, onDone, onClose }: MakingProps & { readonly of: string }) {
  const desk = useDesk();
  const words = texts.console.access;
  const [made, setMade] = useState<MadeKey | null>(null);
  if (made !== null) return <ShowKey made={made} onClose={onClose} />;
  return (
    <Confirm
      title={words.rotateKey(of)}
      act={words.rotateKeyAct}
      staysOpen
      onConfirm={async () => setMade(await desk.act<MadeKey>('/keys/rotate', { key: of, keep_s: KEEP_S }))}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.rotateKeyLead}</p>
    </Confirm>
  );
}

function ShowKey({ made, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const words = texts.console.access;
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
}
