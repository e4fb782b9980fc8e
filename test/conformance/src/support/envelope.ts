import { expect } from 'vitest';
import type { HttpAnswer } from './http.ts';

/** An answer of the host: how it came, and what it says. */
export interface Answer extends HttpAnswer {
  readonly code: number;
  readonly msg: string;
  /** All fields of the answer, read as any client would. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const SERVER_ERRORS = ['Internal Server Error', 'server is busy, please try again later'];

/** Reads an answer. Every answer of the whole run is held to the rules of section 7.1 here. */
export function readEnvelope(answer: HttpAnswer): Answer {
  const { status, text } = answer;
  const about = `HTTP ${status}: ${text.slice(0, 400)}`;
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return expect.fail(`the answer is not JSON. ${about}`);
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    expect.fail(`the answer is not a JSON object. ${about}`);
  }
  const { code, msg } = fields as { code: number; msg: string };
  expect(Number.isInteger(code), `code must be an integer. ${about}`).toBe(true);
  expect(typeof msg, `msg must be a string. ${about}`).toBe('string');
  expect([0, 1, 2], about).toContain(code);
  expect(code === 0, `code 0 and the message success belong together. ${about}`).toBe(msg === 'success');
  expect(status === 500, `code 2 and HTTP 500 belong together. ${about}`).toBe(code === 2);
  if (code === 0) expect(status, about).toBe(200);
  if (code === 2) expect(SERVER_ERRORS, about).toContain(msg);
  return { ...answer, code, msg, fields };
}
