import { validateHeaderName, validateHeaderValue } from 'node:http';
import { remember } from '../remember.ts';

/** What Node reads itself to know how an answer ends and what becomes of its connection. */
const FOR_NODE: ReadonlySet<string> = new Set([
  ...[
    'connection',
    'content-length',
    'date',
    'expect',
    'keep-alive',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ],
]);

/**
 * Headers, names and values in turn, as the lines that travel. Most answers carry the same ones: they are looked at once, as Node
 * would look at each with every answer, so whoever has the same headers again should hand over the same list.
 */
export const headLines = remember((headers: readonly string[]): string => {
  let text = '';
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at] as string, headers[at + 1] as string];
    if (FOR_NODE.has(name.toLowerCase())) throw new TypeError(`the header ${name} is for Node to write`);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return text;
});
