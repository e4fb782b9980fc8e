import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { Confirm } from './confirm.tsx';

type Props = Omit<ComponentProps<typeof Confirm>, 'onConfirm'> & {
  readonly onConfirm: (reason: string) => Promise<unknown>;
};

/** Asks before something is done, and why: the reason stays in the audit log. */
export function WithReason({ isReady = true, onConfirm, children, ...props }: Props) {
  const [reason, setReason] = useState('');
  return (
    <Confirm {...props} isReady={isReady && reason.trim() !== ''} onConfirm={() => onConfirm(reason.trim())}>
      {children}
      <TextField
        label={texts.console.reason}
        value={reason}
        onText={setReason}
        maxLength={500}
        says={{ tone: 'hint', text: texts.console.reasonHint }}
      />
    </Confirm>
  );
}
