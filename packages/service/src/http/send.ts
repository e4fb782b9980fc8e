import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_VERSION } from '@swapdesk/contract';
import type { Logger } from 'pino';
import { errorReply } from './errors.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const PRIVATE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** What answers need beside their body. */
export interface Sending {
  readonly log: Logger;
  /** An id for each request: the answer carries it, and the log of a fault names it. */
  nextId(): string;
  /** Where the prices come from that an answer may show. */
  priceSource(): string;
  /** True once the server is to stop: every answer then asks its connection to close. */
  isClosing: boolean;
}

/** Sends an answer of the interface. */
export function sendSuccess(sending: Sending, response: ServerResponse, body: string): void {
  const headers = headersOf(sending, body, sending.nextId());
  headers.push('price-source', sending.priceSource());
  response.writeHead(200, headers).end(body);
}

/** Sends an answer that is for one person alone: nobody in between may keep it. */
export function sendPrivate(
  sending: Sending,
  response: ServerResponse,
  body: string,
  more: Readonly<Record<string, string>>,
): void {
  const headers = headersOf(sending, body, sending.nextId());
  response.writeHead(200, [...headers, ...Object.entries({ ...PRIVATE, ...more }).flat()]).end(body);
}

/** Sends a refusal; a fault is logged with all that is known and answered without it. Returns the HTTP status. */
export function sendError(
  sending: Sending,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  more: Readonly<Record<string, string>> = {},
): number {
  const { status, body, headers, isFault } = errorReply(error);
  const requestId = sending.nextId();
  if (isFault) {
    const { method, url } = request;
    sending.log.error({ err: error, requestId, method, url }, 'request failed');
  }
  const all = [...headersOf(sending, body, requestId), ...Object.entries({ ...headers, ...more }).flat()];
  response.writeHead(status, all).end(body);
  return status;
}

function headersOf(sending: Sending, body: string, id: string): string[] {
  const length = String(Buffer.byteLength(body));
  const headers = ['content-type', JSON_TYPE, 'content-length', length];
  headers.push('api-version', API_VERSION, 'x-request-id', id);
  if (sending.isClosing) headers.push('connection', 'close');
  return headers;
}
