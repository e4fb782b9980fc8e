import { MESSAGE } from '@swapdesk/contract/plain';
import { Refused } from '../../api/refused.ts';
import { Notice } from '../../design/badge.tsx';
import { TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';

/** Password and code, once more: a session that somebody took must not be enough for what is dangerous. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

interface Props {
  readonly proof: Proof;
  readonly onProof: (proof: Proof) => void;
}

export function ProofFields({ proof, onProof }: Props) {
  const { confirmLead, password, code, codeHint } = texts.console.session;
  return (
    <>
      <Notice tone="neutral" isNews>
        {confirmLead}
      </Notice>
      <TextField
        label={password}
        value={proof.password}
        onText={(text) => onProof({ ...proof, password: text })}
        type="password"
        autocomplete="current-password"
      />
      <TextField
        label={code}
        value={proof.code}
        onText={(text) => onProof({ ...proof, code: text })}
        autocomplete="one-time-code"
        says={{ tone: 'hint', text: codeHint }}
      />
    </>
  );
}

/** True if the service asks for it. */
export function isToConfirm(error: unknown): boolean {
  return error instanceof Refused && error.message === MESSAGE.confirmAgain;
}

export function isMissing(proof: Proof | null): boolean {
  return proof !== null && (proof.password === '' || proof.code.trim() === '');
}
