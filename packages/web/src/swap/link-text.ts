/** What no line of text has. The service refuses some of them, and the order with them. */
const CONTROL = /\p{Cc}+/gu;
/** The first half of a letter that UTF-16 writes as two. */
const HALF = /[\ud800-\udbff]$/;

/** A line that a link brings along, no longer than there is room for. */
export function lineOf(text: string, longest: number): string {
  return cutAt(text.replace(CONTROL, ' ').trim(), longest).trimEnd();
}

/** What of a text has room, as the interface counts. Half of a letter is none, and no service takes it. */
export function cutAt(text: string, longest: number): string {
  return text.slice(0, longest).replace(HALF, '');
}
