import { formatQueryCode, normalizeQueryCode, QUERY_CODE_LENGTH } from '@swapdesk/contract/plain';
import { plainDigits } from '../design/digits.ts';
import { pasted } from '../design/pasted.ts';

/** More of what is no code says nothing. */
const LONGEST_SHOWN = 24;

/** The code of an order as somebody has typed it, or within the address of its page; null if it is none. */
export function readQueryCode(text: string): string | null {
  const [, ofPage] = /\/order\/([^/?#]+)/.exec(text) ?? [];
  const code = normalizeQueryCode(plainDigits(pasted(ofPage ?? text)));
  return code.length === QUERY_CODE_LENGTH && /^[A-Z0-9]+$/.test(code) ? formatQueryCode(code) : null;
}

/** What an address has in place of a code, as far as it could be one: nobody else's words are the title of a page. */
export function shownCode(text: string): string {
  return readQueryCode(text) ?? text.replace(/[^A-Za-z0-9-]/g, '').slice(0, LONGEST_SHOWN);
}
