import { MANAGE_CODE_ALPHABET, MANAGE_CODE_LENGTH, normalizeManageCode } from '@swapdesk/contract/plain';
import { plainDigits } from '../design/digits.ts';
import { pasted } from '../design/pasted.ts';

/** The manage code that somebody has typed; null if it is none. */
export function readManageCode(text: string): string | null {
  const code = normalizeManageCode(plainDigits(pasted(text)));
  return code.length === MANAGE_CODE_LENGTH &&
    Array.from(code).every((letter) => MANAGE_CODE_ALPHABET.includes(letter))
    ? code
    : null;
}
