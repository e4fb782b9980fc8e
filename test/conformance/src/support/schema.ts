import { toJsonSchema } from '@swapdesk/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { expect } from 'vitest';
import type { Answer } from './envelope.ts';
import { expectSuccess } from './expect.ts';

/** The answer succeeded and fits the contract's schema, read as plain JSON Schema. */
export function expectSchema(answer: Answer, schema: TSchema): void {
  expectSuccess(answer);
  const [fits, errors] = Compile(toJsonSchema(schema)).Errors(answer.fields);
  const found = errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  expect(found, 'what does not fit').toEqual([]);
  expect(fits).toBe(true);
}
