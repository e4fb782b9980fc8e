import { afterAll, beforeAll } from 'vitest';
import { cleanUp } from './scratch.ts';
import { buildProgram, removeProgram } from './server-process.ts';
import { Template } from './template.ts';

/** What tests of the launcher work with; made before the first of a file, removed after the last. */
export interface SetUp {
  readonly template: Template;
  /** The launcher, compiled. */
  readonly program: string;
}

export function setUp(): SetUp {
  const template = new Template();
  const made = { template, program: '' };
  beforeAll(async () => {
    made.program = buildProgram();
    await template.make();
  });
  afterAll(cleanUp);
  afterAll(() => {
    template.remove();
    removeProgram(made.program);
  });
  return made;
}
