import type { Enrolment, LoginRequest, SessionData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { ask, type Session } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Enrol } from './enrol.tsx';
import { EntryForm } from './entry-form.tsx';

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
  const [enrolment, setEnrolment] = useState<Read<Enrolment> | null>(null);

  const signIn = async () => {
    const body: LoginRequest = { name: name.trim(), password, code: code.trim() };
    const answer = await ask<LoginData>('/session/login', { ...body });
    if (answer.session !== undefined) onSignedIn(answer.session);
    else setEnrolment(answer.enrolment ?? null);
  };

  if (enrolment !== null) {
    const first = { name: name.trim(), password };
    return <Enrol first={first} enrolment={enrolment} onSignedIn={onSignedIn} />;
  }
  return (
    <EntryForm
      act={words.signIn}
      acting={words.signingIn}
      wrong={words.wrong}
      onSubmit={signIn}
      onRefused={() => setCode('')}
    >
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
    </EntryForm>
  );
}
