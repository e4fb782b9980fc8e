import { type IncomingMessage, ServerResponse } from 'node:http';

/** What Node keeps of an answer whose head is made and not sent. It is in no documentation: where it is not there, nothing is gained. */
interface Made {
  _header?: string | null;
  readonly _headerSent?: boolean;
  readonly _hasBody?: boolean;
}

const END_OF_HEAD = '\r\n';

/** Whether this Node keeps the head of an answer as we know it. */
export const CAN_END_AT_ONCE = isKnownNode();

/**
 * Ends an answer whose head is made: more lines for its head, and a text whose characters are bytes. Node looks at every header of
 * every answer anew, and sends such a text with the head and an empty one after it, two pieces to gather: together nearly a
 * fifth of all that a short answer costs it. As parts of the head that is made they cost next to nothing. Only where
 * `CAN_END_AT_ONCE`, and the head is not on its way.
 */
export function endAtOnce(response: ServerResponse, lines: string, body: string): void {
  const made = response as unknown as Made & { _header: string };
  const head = made._header.slice(0, -END_OF_HEAD.length) + lines + END_OF_HEAD;
  made._header = made._hasBody ? head + body : head;
  response.end();
}

function isKnownNode(): boolean {
  const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage;
  const response = new ServerResponse(request);
  response.writeHead(200, ['content-length', '0']);
  const { _header, _headerSent, _hasBody } = response as unknown as Made;
  return _header?.endsWith(END_OF_HEAD + END_OF_HEAD) === true && _headerSent === false && _hasBody === true;
}
