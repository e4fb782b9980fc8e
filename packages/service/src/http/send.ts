import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { API_VERSION } from '@swapdesk/contract';
import type { Logger } from 'pino';
import { Refusal } from '../refusal.ts';
import { errorReply } from './errors.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What is no page is not taken for one, neither by itself nor within another. */
export const NO_PAGE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;
/** Every answer is for its moment and for whoever asked: nobody in between may keep it, or take it for something else. */
export const PRIVATE = { 'cache-control': 'no-store', ...NO_PAGE } as const;
const ALWAYS = ['content-type', JSON_TYPE, 'api-version', API_VERSION, ...Object.entries(PRIVATE).flat()];

/** What answers need beside their body. */
export interface Sending {
  readonly log: Logger;
  /** An id for each request: the answer carries it, and the log of a fault names it. */
  nextId(): string;
  /** Where the prices come from that an answer may show. */
  priceSource(): string;
  /** More headers for every answer of this service. */
  readonly headers: Readonly<Record<string, string>>;
  /** Is told of every request that is refused, and under which id. */
  refused(request: IncomingMessage, refusal: Refusal, requestId: string): void;
  /** True once the server is to stop: every answer then asks its connection to close. */
  isClosing: boolean;
}

/** Sends an answer of the interface. */
export function sendSuccess(
  sending: Sending,
  response: ServerResponse,
  body: string,
  more: readonly string[],
): void {
  const headers = headersOf(sending, body, sending.nextId());
  headers.push('price-source', sending.priceSource(), ...more);
  response.writeHead(200, headers).end(body);
}

/** Sends an answer of the console. */
export function sendPrivate(
  sending: Sending,
  response: ServerResponse,
  body: string,
  more: Readonly<Record<string, string>>,
): void {
  const headers = headersOf(sending, body, sending.nextId());
  response.writeHead(200, [...headers, ...Object.entries(more).flat()]).end(body);
}

/** Sends a refusal; a fault is logged with all that is known and answered without it. Returns the HTTP status. */
export function sendError(
  sending: Sending,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  more: readonly string[] = [],
): number {
  const { status, body, headers, isFault } = errorReply(error);
  const requestId = sending.nextId();
  if (isFault) {
    // Without the query string, which may hold the code of an order.
    const { method, url = '' } = request;
    sending.log.error({ err: error, requestId, method, url: url.split('?')[0] }, 'request failed');
  } else if (error instanceof Refusal) sending.refused(request, error, requestId);
  const all = [...headersOf(sending, body, requestId), ...Object.entries(headers).flat(), ...more];
  response.writeHead(status, all).end(body);
  return status;
}

/** Sends an answer without a body. */
export function sendEmpty(sending: Sending, response: ServerResponse, more: readonly string[]): void {
  const headers = {
    'api-version': API_VERSION,
    'x-request-id': sending.nextId(),
    ...NO_PAGE,
    ...sending.headers,
  };
  response.writeHead(204, [...Object.entries(headers).flat(), ...more]).end();
}

/** Answers what cannot be read as a request. */
export function sendRawError(sending: Sending, socket: Duplex, error: unknown): void {
  if (!socket.writable) return;
  const { status, body } = errorReply(error);
  const headers = headersOf(sending, body, sending.nextId());
  if (!sending.isClosing) headers.push('connection', 'close');
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function headersOf(sending: Sending, body: string, id: string): string[] {
  const length = String(Buffer.byteLength(body));
  const headers = [...ALWAYS, 'content-length', length, 'x-request-id', id];
  for (const name in sending.headers) headers.push(name, sending.headers[name] as string);
  if (sending.isClosing) headers.push('connection', 'close');
  return headers;
}
