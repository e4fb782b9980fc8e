import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** A text of the pages: in English with its gaps, as `Min {amount}`; all gaps in their order; those that have to be filled. */
export type TextForm = readonly [text: string, gaps: readonly string[], needed: readonly string[]];
export interface TextForms {
  readonly [name: string]: TextForm | TextForms;
}

export function isForm(form: TextForm | TextForms): form is TextForm {
  return Array.isArray(form);
}

/** All texts of the pages, as their build has written them down. */
export function readTextForms(): TextForms {
  const folder = dirname(createRequire(import.meta.url).resolve('@swapdesk/web/package.json'));
  try {
    return JSON.parse(readFileSync(join(folder, 'dist', 'texts.json'), 'utf8')) as TextForms;
  } catch {
    throw new StartupError('The pages are not built. Build them: npm run build');
  }
}

/** What some gaps are called that are counts: a text with one can have a form for each number that its language knows. */
const COUNTS = ['count', 'n', 'of'];

/** The gap by which a text has forms; undefined: it has one form alone. */
export function countOf([, gaps]: TextForm): string | undefined {
  return gaps.filter((gap) => COUNTS.includes(gap)).at(-1);
}
