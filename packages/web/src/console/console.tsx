import { useEffect, useMemo, useState } from 'preact/hooks';
import '../design/tokens.css';
import '../design/base.css';
import '../design/shell.css';
import { Notice } from '../design/badge.tsx';
import { Dialog } from '../design/dialog.tsx';
import { ThemeSwitch } from '../design/theme-switch.tsx';
import { Toasts } from '../design/toast.tsx';
import { texts } from '../texts/console.ts';
import { DeskProvider, openDesk, resumeSession, type Session } from './api/desk.ts';
import { Explorers } from './api/explorers.tsx';
import './console.css';
import { Frame } from './frame/frame.tsx';
import { failureText } from './parts/loaded.tsx';
import { SignIn } from './session/sign-in.tsx';

type Who =
  | { readonly is: 'unknown' }
  | { readonly is: 'nobody' }
  | { readonly is: 'somebody'; readonly session: Session };

/** The console: whoever is not signed in sees nothing but the way in. */
export function Console() {
  const [who, setWho] = useState<Who>({ is: 'unknown' });
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    resumeSession().then(
      (session) => setWho(session === null ? { is: 'nobody' } : { is: 'somebody', session }),
      setFailure,
    );
  }, []);
  return (
    <>
      {failure !== null && <Notice tone="danger">{failureText(failure)}</Notice>}
      {who.is === 'nobody' && <Door onSignedIn={(session) => setWho({ is: 'somebody', session })} />}
      {who.is === 'somebody' && (
        <Inside
          session={who.session}
          onSignedIn={(session) => setWho({ is: 'somebody', session })}
          onSignedOut={() => setWho({ is: 'nobody' })}
        />
      )}
      <Toasts />
    </>
  );
}

function Door({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const { title, lead, command } = texts.console.session;
  useEffect(() => {
    document.title = `${title} · ${texts.shell.name}`;
  }, [title]);
  return (
    <div class="door">
      <header class="door-head">
        <a class="shell-logo" href="/">
          <img src="/favicon.svg" width="28" height="28" alt="" />
          {texts.shell.name}
        </a>
        <ThemeSwitch />
      </header>
      <main class="card door-card">
        <h1>{title}</h1>
        <SignIn onSignedIn={onSignedIn} />
        <p class="soft small">
          {lead} <code>{command}</code>
        </p>
      </main>
    </div>
  );
}

interface InsideProps {
  readonly session: Session;
  readonly onSignedIn: (session: Session) => void;
  readonly onSignedOut: () => void;
}

/**
 * A session that has ended meanwhile does not throw away what one was doing: the page stays, and a dialog asks to sign in
 * again. Somebody else who signs in there begins anew.
 */
function Inside({ session, onSignedIn, onSignedOut }: InsideProps) {
  const [hasEnded, setEnded] = useState(false);
  const desk = useMemo(() => openDesk(session, () => setEnded(true)), [session]);
  const words = texts.console.session.ended;
  return (
    <DeskProvider value={desk}>
      <Explorers>
        <Frame key={session.name} />
      </Explorers>
      {hasEnded && (
        <Dialog title={words.title} onClose={onSignedOut}>
          <p class="soft">{words.lead}</p>
          <SignIn
            onSignedIn={(again) => {
              setEnded(false);
              onSignedIn(again);
            }}
          />
        </Dialog>
      )}
    </DeskProvider>
  );
}
