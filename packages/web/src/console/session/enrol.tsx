import type { Enrolment, SessionData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { QrCode } from '../../design/qr-code.tsx';
import { texts } from '../../texts/console.ts';
import { ask, type Session } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { EntryForm } from './entry-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** As the service wants it. */
export const SHORTEST_PASSWORD = 12;

interface Props {
  readonly first: { readonly name: string; readonly password: string };
  readonly enrolment: Read<Enrolment>;
  readonly onSignedIn: (session: Session) => void;
}

interface EnrolData {
  readonly session: SessionData;
  readonly recovery_codes: string[];
}

/** Ends the first sign-in: an authenticator, a password of one's own, and recovery codes to keep. */
export function Enrol({ first, enrolment, onSignedIn }: Props) {
  const words = texts.console.session.enrol;
  const [newPassword, setNewPassword] = useState('');
  const [code, setCode] = useState('');
  const [enrolled, setEnrolled] = useState<Read<EnrolData> | null>(null);
  const isShort = newPassword.length > 0 && newPassword.length < SHORTEST_PASSWORD;

  const finish = async () => {
    const body = { ...first, new_password: newPassword, code: code.trim() };
    setEnrolled(await ask<EnrolData>('/session/enrol', body));
  };

  if (enrolled !== null)
    return <RecoveryCodes codes={enrolled.recovery_codes} onKept={() => onSignedIn(enrolled.session)} />;
  return (
    <EntryForm
      act={words.finish}
      acting={texts.console.session.signingIn}
      isReady={newPassword.length >= SHORTEST_PASSWORD && code.trim() !== ''}
      wrong={words.wrong}
      onSubmit={finish}
      onRefused={() => setCode('')}
    >
      <h2>{words.title}</h2>
      <p class="soft">{words.lead}</p>
      <QrCode text={enrolment.uri} label={words.picture} />
      <p class="sign-in-secret">
        <span class="soft small">{words.secret}</span>
        <span class="mono">{enrolment.secret}</span>
      </p>
      <TextField
        label={words.newPassword}
        value={newPassword}
        onText={setNewPassword}
        type="password"
        name="new-password"
        autocomplete="new-password"
        says={
          isShort
            ? { tone: 'wrong', text: words.tooShort(SHORTEST_PASSWORD) }
            : { tone: 'hint', text: words.newPasswordHint(SHORTEST_PASSWORD) }
        }
      />
      <TextField
        label={words.code}
        value={code}
        onText={setCode}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
      />
    </EntryForm>
  );
}
