export const QUERY_CODE_LENGTH = 12;

/** A query code as it is stored: upper case, without dashes and spaces. */
export function normalizeQueryCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** A query code as it is shown: XXXX-XXXX-XXXX. */
export function formatQueryCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}
