import type { AuditEntry, SessionData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { ActTable } from '../audit/act-table.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { momentText } from '../parts/format.ts';
import { Loaded, Settled } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { ChangePassword } from './change-password.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

/** One's own account: sessions, password, recovery codes, and what one has done. */
export function YouPage() {
  const desk = useDesk();
  const words = texts.console.session.you;
  const [asked, setAsked] = useState<'everywhere' | 'password' | 'codes' | null>(null);
  const close = () => setAsked(null);
  const session = useResource('session', (signal) => desk.read<SessionData>('/session', {}, signal));
  const acts = useResource('acts', (signal) => desk.read<AuditEntry[]>('/session/acts', {}, signal));
  const signOut = async (path: string) => {
    await desk.act(path, {});
    // Whatever the page still holds in memory goes with it.
    window.location.reload();
  };
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.you}
        lead={words.lead(desk.session.name, texts.console.roles[desk.session.role] ?? desk.session.role)}
        actions={
          <>
            <Button onClick={() => setAsked('everywhere')}>{words.signOutEverywhere}</Button>
            <Button kind="primary" onClick={() => void signOut('/session/sign-out')}>
              {words.signOut}
            </Button>
          </>
        }
      />
      <Settled of={[session, acts]}>
        <Loaded of={session}>
          {(now) => (
            <>
              <Panel
                title={words.sessions}
                lead={words.sessionsLead(momentText(Number(now.idle_until)), momentText(Number(now.ends_at)))}
              >
                <Sessions sessions={now.sessions} />
              </Panel>
              <Panel title={words.security} lead={words.codesLeft(now.recovery_codes_left)}>
                <div class="row">
                  <Button onClick={() => setAsked('password')}>{words.changePassword}</Button>
                  <Button onClick={() => setAsked('codes')}>{words.newCodes}</Button>
                </div>
              </Panel>
            </>
          )}
        </Loaded>
        <Panel title={words.acts}>
          <Loaded of={acts}>{(rows) => <ActTable acts={rows} empty={words.noActs} />}</Loaded>
        </Panel>
      </Settled>
      {asked === 'everywhere' && (
        <Confirm
          title={words.signOutEverywhere}
          act={words.signOutEverywhere}
          onConfirm={() => signOut('/session/sign-out-everywhere')}
          onClose={close}
        >
          <p>{words.signOutEverywhereLead}</p>
        </Confirm>
      )}
      {asked === 'password' && <ChangePassword onDone={session.again} onClose={close} />}
      {asked === 'codes' && <NewRecoveryCodes onDone={session.again} onClose={close} />}
    </>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly SessionLine[] }) {
  const words = texts.console.session.you;
  return (
    <Table
      caption={words.sessions}
      rows={sessions}
      keyOf={(session) => `${session.signed_in_at} ${session.agent} ${session.is_this}`}
      empty=""
      columns={[
        {
          title: words.device,
          cell: ({ agent, is_this }) => (
            <span class="wrap">
              {agent} {is_this && <b>({words.thisOne})</b>}
            </span>
          ),
        },
        { title: words.address, cell: ({ address }) => address },
        { title: words.since, cell: ({ signed_in_at }) => <Moment at={signed_in_at} /> },
        { title: words.seen, cell: ({ seen_at }) => <Moment at={seen_at} /> },
      ]}
    />
  );
}

interface SessionLine {
  readonly is_this: boolean;
  readonly address: string;
  readonly agent: string;
  readonly signed_in_at: string;
  readonly seen_at: string;
}
