const MAX_LENGTH = 128;

/** Why this text is no address of any chain, or null if a family must look closer. */
export function unfitText(text: string): string | null {
  if (text.length === 0) return 'The address is empty';
  if (text.length > MAX_LENGTH) return `The address is longer than ${MAX_LENGTH} characters`;
  if (text.trim() !== text) return 'There are spaces or line breaks around the address';
  if (/\s/.test(text)) return 'There are spaces or line breaks inside the address';
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return 'The address has characters that no address has; some letters may only look alike';
  }
  if (/[:?]/.test(text)) return 'Give the address alone, without a prefix such as "bitcoin:" or parameters';
  return null;
}
