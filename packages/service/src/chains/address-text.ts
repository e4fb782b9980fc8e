import { type RefusedAddress, refuse } from './family.ts';

const MAX_LENGTH = 128;

/** Why this text is no address of any chain, or null if a family must look closer. */
export function unfitText(text: string): RefusedAddress | null {
  if (text.length === 0) return refuse('FORM', 'The address is empty');
  if (text.length > MAX_LENGTH) return refuse('FORM', `The address is longer than ${MAX_LENGTH} characters`);
  if (text.trim() !== text) return refuse('SPACES', 'There are spaces or line breaks around the address');
  if (/\s/.test(text)) return refuse('SPACES', 'There are spaces or line breaks inside the address');
  if (!/^[\x21-\x7e]+$/.test(text)) {
    const words = 'The address has characters that no address has; some letters may only look alike';
    return refuse('UNKNOWN_CHARACTERS', words);
  }
  if (/[:?]/.test(text)) {
    const words = 'Give the address alone, without a prefix such as "bitcoin:" or parameters';
    return refuse('NOT_ALONE', words);
  }
  return null;
}
