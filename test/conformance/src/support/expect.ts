import { expect } from 'vitest';
import type { Answer } from './envelope.ts';

/** The request was understood and done. */
export function expectSuccess(answer: Answer): void {
  expect({ status: answer.status, code: answer.code, msg: answer.msg }, answer.text.slice(0, 400)).toEqual({
    status: 200,
    code: 0,
    msg: 'success',
  });
}

/** The request was understood and refused, with this message. */
export function expectRefusal(answer: Answer, msg: string): void {
  expect({ status: answer.status, code: answer.code, msg: answer.msg }).toEqual({
    status: 200,
    code: 1,
    msg,
  });
}

/** The same, and there is nothing else to say. */
export function expectBareRefusal(answer: Answer, msg: string): void {
  expectRefusal(answer, msg);
  expect(answer.fields.data ?? null, 'this refusal has no data').toBeNull();
}

/** A problem with the basic parameters. */
export function expectParameterError(answer: Answer): void {
  expect({ status: answer.status, code: answer.code, msg: answer.msg }, answer.text.slice(0, 400)).toEqual({
    status: 400,
    code: 1,
    msg: 'Parameter error',
  });
}

/** Refused, in whichever way: for limits of which the document does not say how they are kept. */
export function expectRefused(answer: Answer): void {
  expect(answer.code, answer.text.slice(0, 400)).toBe(1);
  expect([200, 400], answer.text.slice(0, 400)).toContain(answer.status);
}

/** The data of a success. */
export function dataOf<T>(answer: Answer): T {
  expectSuccess(answer);
  return answer.fields.data as T;
}
