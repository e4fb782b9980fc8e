import type { Enrolment, LoginRequest, SessionData } from '@swapdesk/contract';
import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Refused } from '../../api/refused.ts';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { ask, type Session } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { failureText } from '../parts/loaded.tsx';
import { Enrol } from './enrol.tsx';
import './sign-in.css';

interface LoginData {
  readonly state: 'signed-in' | 'enrol';
  readonly session?: SessionData;
  readonly enrolment?: Enrolment;
}

/** Name, password and code. Whoever signs in for the first time has no code yet and is led on to make one. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const { session: words } = texts.console;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [enrolment, setEnrolment] = useState<Read<Enrolment> | null>(null);

  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setWrong(null);
    try {
      const body: LoginRequest = { name: name.trim(), password, code: code.trim() };
      const answer = await ask<LoginData>('/session/login', { ...body });
      if (answer.session !== undefined) onSignedIn(answer.session);
      else setEnrolment(answer.enrolment ?? null);
    } catch (error) {
      setWrong(whyNot(error));
      setCode('');
    }
    setBusy(false);
  };

  if (enrolment !== null) {
    const first = { name: name.trim(), password };
    return <Enrol first={first} enrolment={enrolment} onSignedIn={onSignedIn} />;
  }
  return (
    <form class="sign-in" onSubmit={(event) => void submit(event)}>
      <TextField
        label={words.name}
        value={name}
        onText={setName}
        name="username"
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
      />
      <TextField
        label={words.password}
        value={password}
        onText={setPassword}
        type="password"
        name="password"
        autocomplete="current-password"
      />
      <TextField
        label={words.code}
        note={words.codeNote}
        value={code}
        onText={setCode}
        name="code"
        autocomplete="one-time-code"
        says={{ tone: 'hint', text: words.codeHint }}
      />
      {wrong !== null && (
        <Notice tone="danger" isNews>
          {wrong}
        </Notice>
      )}
      <Button type="submit" kind="primary" size="large" disabled={isBusy}>
        {isBusy ? words.signingIn : words.signIn}
      </Button>
    </form>
  );
}

/** The service does not say which of the three was wrong, so neither do we. */
function whyNot(error: unknown): string {
  if (!(error instanceof Refused)) return failureText(error);
  if (error.status === 429) return texts.console.session.tooMany;
  return error.status === 401 ? texts.console.session.wrong : failureText(error);
}
