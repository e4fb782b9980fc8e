import { useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { Confirm } from '../parts/confirm.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** New recovery codes; those before are void. */
export function NewRecoveryCodes({ onDone, onClose }: Props) {
  const desk = useDesk();
  const { you, recovery, password: passwordLabel, code: codeLabel, codeHint } = texts.console.session;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null)
    return (
      <Dialog title={recovery.title} isHeld onClose={onClose}>
        <RecoveryCodes codes={codes} onKept={onClose} />
      </Dialog>
    );
  const make = async () => {
    const body = { password, code: code.trim() };
    const made = await desk.act<{ recovery_codes: string[] }>('/session/recovery-codes', body);
    setCodes(made.recovery_codes);
  };
  return (
    <Confirm
      title={you.newCodes}
      act={you.newCodes}
      isReady={password !== '' && code.trim() !== ''}
      staysOpen
      onConfirm={make}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{you.newCodesLead}</p>
      <TextField
        label={passwordLabel}
        value={password}
        onText={setPassword}
        type="password"
        autocomplete="current-password"
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
