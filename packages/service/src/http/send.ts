import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { API_VERSION } from '@swapdesk/contract';
import type { Logger } from 'pino';
import { leaveOutOfPath } from '../leave-out.ts';
import { Refusal } from '../refusal.ts';
import { remember } from '../remember.ts';
import { CAN_END_AT_ONCE, endAtOnce } from './end-at-once.ts';
import { errorReply } from './errors.ts';
import { headLines } from './head-lines.ts';
import { type Ongoing, type Reply, targetOf } from './route.ts';

const VERSION = ['api-version', API_VERSION] as const;
const VERSION_LINE = headLines(VERSION);
/** A connection on which nothing is said may be used again for so long: longer than most proxies keep theirs. */
export const KEEP_ALIVE_S = 72;
const KEPT = ['keep-alive', `timeout=${KEEP_ALIVE_S}`] as const;
const KEPT_LINE = `${KEPT.join(': ')}\r\n`;
const CLOSED: readonly string[] = ['connection', 'close'];
const NONE: readonly string[] = [];
const POLICY = 'content-security-policy';
/** What is no page is not taken for one, neither by itself nor within another. */
const NO_PAGE: readonly string[] = [
  ...['x-content-type-options', 'nosniff'],
  ...[POLICY, "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
];
/** Such an answer is for its moment and for whoever asked: nobody in between may keep it. */
export const PRIVATE: readonly string[] = ['cache-control', 'no-store'];
const JSON_HEADERS: readonly string[] = [
  ...['content-type', 'application/json; charset=utf-8'],
  ...PRIVATE,
  ...NO_PAGE,
];

/** By which a request is found, in its answer and in the log. */
export interface RequestIds {
  readonly requestId: string;
  /** Of one that is told of in a trace. */
  readonly traceId?: string;
}

/** What answers need beside themselves. */
export interface Sending {
  readonly log: Logger;
  /** An id for each request: the answer carries it, and the log of a fault names it. */
  nextId(): string;
  /** More headers for every answer of this service. */
  readonly headers: readonly string[];
  /** Is told of every request that is refused, and under which id. */
  refused(request: IncomingMessage, refusal: Refusal, ids: RequestIds): void;
  /** True once the server is to stop: every answer then asks its connection to close. */
  isClosing: boolean;
}

/** JSON for whoever asked, as a serializer writes it. */
export function jsonReply(body: string, more: readonly string[] = NONE): Reply {
  return { status: 200, headers: jsonHeaders(more), body, isAscii: true };
}

const jsonHeaders = remember((more: readonly string[]) => [...JSON_HEADERS, ...more]);

export function send(
  sending: Sending,
  response: ServerResponse,
  { status, headers, body, isAscii = false }: Reply,
  more: readonly string[],
  requestId = sending.nextId(),
): void {
  const length = body === null ? 0 : isAscii ? body.length : Buffer.byteLength(body);
  // Where every character is a byte Node need not look at each, nor make room for three.
  if (CAN_END_AT_ONCE && typeof body === 'string' && length === body.length) {
    const { isClosing } = sending;
    response.writeHead(status, ['content-length', String(length), ...(isClosing ? CLOSED : NONE)]);
    const own = headLines(sending.headers) + headLines(headers) + headLines(more) + pagePolicyOf(headers);
    endAtOnce(
      response,
      `${isClosing || !response.shouldKeepAlive ? '' : KEPT_LINE}${VERSION_LINE}x-request-id: ${requestId}\r\n${own}`,
      body,
    );
    return;
  }
  const all = [...always(sending, requestId), ...headers, ...more];
  if (!headers.includes(POLICY)) all.push(...NO_PAGE);
  if (body !== null) all.push('content-length', String(length));
  response.writeHead(status, all).end(body ?? undefined);
}

/** Only pages say themselves what they may do. */
const pagePolicyOf = remember((headers: readonly string[]) =>
  headers.includes(POLICY) ? '' : headLines(NO_PAGE),
);

/** Lets an answer begin that goes on. */
export function sendOngoing(
  sending: Sending,
  response: ServerResponse,
  ongoing: Ongoing,
  more: readonly string[],
  requestId = sending.nextId(),
): Promise<void> {
  return ongoing.begin(response, [...always(sending, requestId), ...NO_PAGE, ...more]);
}

/** Sends a refusal; a fault is logged with all that is known and answered without it. Returns the HTTP status. */
export function sendError(
  sending: Sending,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  more: readonly string[] = [],
  ids: RequestIds = { requestId: sending.nextId() },
): number {
  const { status, body, headers, isFault } = errorReply(error);
  if (isFault) {
    // Without the query string, which may hold the code of an order.
    const { method } = request;
    const url = leaveOutOfPath(targetOf(request).path);
    sending.log.error({ err: error, ...ids, method, url }, 'request failed');
  } else if (error instanceof Refusal) sending.refused(request, error, ids);
  const all = [...errorHeaders(sending, body, ids.requestId), ...Object.entries(headers).flat(), ...more];
  response.writeHead(status, all).end(body);
  return status;
}

/**
 * Answers what cannot be read as a request, and closes: Node leaves that to us and looks at such a connection no more, so a
 * client that does not close its side would keep it for ever.
 */
export function sendRawError(sending: Sending, socket: Socket, error: unknown): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = errorReply(error);
  const headers = errorHeaders({ ...sending, isClosing: true }, body, sending.nextId());
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

function errorHeaders(sending: Sending, body: string, requestId: string): string[] {
  return [...always(sending, requestId), ...JSON_HEADERS, ...lengthOf(body)];
}

/** What every answer says. */
function always({ headers, isClosing }: Sending, requestId: string): string[] {
  return [...VERSION, 'x-request-id', requestId, ...headers, ...(isClosing ? CLOSED : KEPT)];
}

function lengthOf(body: string | Buffer): [string, string] {
  return ['content-length', String(Buffer.byteLength(body))];
}
