import { Quantity } from '@swapdesk/contract';
import Type from 'typebox';

/** What the parts of the file's schema are made of. */

const LONGEST_TEXT = 4_096;
export const closed = { additionalProperties: false } as const;

/** Text of a form. The words stand in our errors and in those of editors. */
export function text(pattern: string, words: string, description: string) {
  return Type.String({ pattern, patternErrorMessage: words, maxLength: LONGEST_TEXT, description });
}

/** A path, from the folder of the file. */
export const path = (description: string) =>
  text('^.+$', 'a path', `${description} A relative path begins at the folder of this file.`);
export const httpUrl = (description: string) =>
  text('^https?://[^\\s/]', 'a URL that begins with http:// or https://', description);

/** An exact number that is not negative: text or a number, whichever reads better. */
export function exact(description: string) {
  const digits = text('^(0|[1-9]\\d{0,29})(\\.\\d{1,30})?$', 'a number such as "1.5"', description);
  return Type.Union([digits, Quantity({ minimum: '0' })], { description });
}

export const secretSource = [
  Type.Object(
    { env: text('^\\w+$', 'the name of an environment variable', 'The environment variable that holds it.') },
    closed,
  ),
  Type.Object({ file: path('The file that holds it, and nothing else.') }, closed),
] as const;

/** Something that must not be seen: itself, or better, where it is. */
export const secret = Type.Union([Type.String({ minLength: 1, maxLength: LONGEST_TEXT }), ...secretSource], {
  description:
    'A secret: the text itself, {"env": "NAME"} or {"file": "path"}. With the last two the file can be shown to others.',
});

export const secretUrl = Type.Union([httpUrl('Where it answers.'), ...secretSource], {
  description: 'A URL, or where one that holds a key is kept: {"env": "NAME"} or {"file": "path"}.',
});
