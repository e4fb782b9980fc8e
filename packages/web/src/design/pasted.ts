/**
 * Marks that pages and programs put around what runs from left to right, and other signs that nobody sees. They are copied along.
 * Those that turn letters round are none of these: what was seen then is not what is there.
 */
const MARKS = /[\u00ad\u200b-\u200f\u061c\u2060\u2066-\u2069\ufeff]/g;
/** Whatever is not seen, or turns the direction of what stands beside it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** An address or a code as somebody has copied it. */
export function pasted(text: string): string {
  return text.replace(MARKS, '').trim();
}

/** What somebody else has written, as in a link, where the page says it: no more than so many letters, and none that is not seen. */
export function quoted(text: string, most: number): string {
  const seen = Array.from(text.replace(UNSEEN, ''));
  return seen.length <= most ? seen.join('') : `${seen.slice(0, most - 1).join('')}…`;
}
