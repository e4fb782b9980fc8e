import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { SHORTEST_PASSWORD } from './enrol.tsx';

interface Props {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A new password, for whoever knows the present one and holds the authenticator. */
export function ChangePassword({ onDone, onClose }: Props) {
  const desk = useDesk();
  const { you, enrol, code: codeLabel, codeHint } = texts.console.session;
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [code, setCode] = useState('');
  const isShort = newPassword.length > 0 && newPassword.length < SHORTEST_PASSWORD;
  return (
    <Confirm
      title={you.changePassword}
      act={you.changePassword}
      done={you.passwordChanged}
      isReady={password !== '' && newPassword.length >= SHORTEST_PASSWORD && code.trim() !== ''}
      onConfirm={() =>
        desk.act('/session/password', { password, new_password: newPassword, code: code.trim() })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p>{you.changePasswordLead}</p>
      <TextField
        label={you.oldPassword}
        value={password}
        onText={setPassword}
        type="password"
        autocomplete="current-password"
      />
      <TextField
        label={you.newPassword}
        value={newPassword}
        onText={setNewPassword}
        type="password"
        autocomplete="new-password"
        says={isShort ? { tone: 'wrong', text: enrol.tooShort(SHORTEST_PASSWORD) } : null}
      />
      <TextField
        label={codeLabel}
        value={code}
        onText={setCode}
        autocomplete="one-time-code"
        says={{ tone: 'hint', text: codeHint }}
      />
    </Confirm>
  );
}
