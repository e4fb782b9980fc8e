import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { type Sending, sendError } from './send.ts';

it('a fault is logged with its cause and the id that the answer carries, and without the codes in the query string', () => {
  const lines: string[] = [];
  const sending: Sending = {
    log: pino({ base: null }, { write: (line) => void lines.push(line) }),
    nextId: () => 'r-17',
    headers: [],
    refused: () => {},
    isClosing: false,
  };
  const answered: unknown[] = [];
  const response = {
    writeHead(status: number, headers: readonly string[]) {
      answered.push(status, headers);
      return { end: (body: string) => answered.push(body) };
    },
  } as unknown as ServerResponse;
  const request = { method: 'GET', url: '/openapi/order/query?query_code=ABCDEFGHIJKL' } as IncomingMessage;
  expect(sendError(sending, request, response, new Error('the disk is full'))).toBe(500);
  expect(JSON.parse(lines.join())).toMatchObject({
    level: 50,
    requestId: 'r-17',
    method: 'GET',
    url: '/openapi/order/query',
    err: { message: 'the disk is full' },
  });
  expect(lines.join()).not.toContain('ABCDEFGHIJKL');
  expect(answered[1]).toContain('r-17');
  expect(answered[2]).not.toContain('disk');
});
