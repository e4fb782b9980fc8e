import { UNSEEN } from '../site/site-problems.ts';
import { countOf, isForm, type TextForm, type TextForms } from '../site/text-forms.ts';
import { closest } from './did-you-mean.ts';

/** Nobody sees these either, but they belong to a text: ends of lines, and what Persian and the writings of India part or join letters with. */
const RIGHTLY_UNSEEN = /[\n\u200c\u200d]/g;
/** Larger than where a language's forms begin anew. */
const MANY = 1_000;

/** What is wrong with the texts of a language, and which it lacks; all of it. */
export interface TextsCheck {
  readonly problems: readonly string[];
  readonly missing: readonly string[];
}

/** Compares texts of a file with those of the pages: their names, and their gaps. */
export function checkTexts(texts: unknown, forms: TextForms, language: string): TextsCheck {
  const problems: string[] = [];
  const missing: string[] = [];
  const kinds = kindsIn(language);
  const compare = (own: unknown, of: TextForms, place: string): void => {
    const at = (name: string) => (place === '' ? name : `${place}.${name}`);
    if (!isObject(own)) {
      problems.push(`${place} must be an object: { ${Object.keys(of).slice(0, 3).join(', ')}, … }`);
      return;
    }
    for (const name of Object.keys(own))
      if (!Object.hasOwn(of, name)) problems.push(unknown(at(name), name, of));
    for (const [name, form] of Object.entries(of)) {
      if (!isForm(form)) compare(Object.hasOwn(own, name) ? own[name] : {}, form, at(name));
      else if (Object.hasOwn(own, name)) problems.push(...problemsOfText(own[name], form, at(name), kinds));
      else missing.push(at(name));
    }
  };
  compare(texts, forms, '');
  return { problems, missing };
}

/** The forms of numbers that a language has, and for how many numbers each stands: "one" is 1 alone in English, 21 as well in Ukrainian, 0 in French. */
function kindsIn(language: string): ReadonlyMap<string, number> {
  const rules = new Intl.PluralRules(language);
  const kinds = new Map(rules.resolvedOptions().pluralCategories.map((kind) => [kind as string, 0]));
  for (let number = 0; number < MANY; number++) {
    const kind = rules.select(number);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}

function problemsOfText(
  words: unknown,
  form: TextForm,
  place: string,
  kinds: ReadonlyMap<string, number>,
): string[] {
  if (typeof words === 'string') return problemsOfGaps(words, form, place);
  const count = countOf(form);
  if (!isObject(words) || count === undefined) return [`${place} must be a text, such as "${form[0]}"`];
  const said = Object.entries(words);
  const strange = said.filter(([kind]) => !kinds.has(kind)).map(([kind]) => kind);
  return [
    ...strange.map(
      (kind) =>
        `${place}.${kind} is no form of numbers in this language; there are ${[...kinds.keys()].join(', ')}`,
    ),
    ...(Object.hasOwn(words, 'other')
      ? []
      : [`${place}.other is missing: the form for all numbers that have none of their own`]),
    ...said.flatMap(([kind, text]) =>
      typeof text === 'string'
        ? // "One coin" needs no number, where it is said of one alone.
          problemsOfGaps(
            text,
            form,
            `${place}.${kind}`,
            kinds.get(kind) === 1 && kind !== 'other' ? count : undefined,
          )
        : [`${place}.${kind} must be a text`],
    ),
  ];
}

/** `free` is the gap that may be left out. */
function problemsOfGaps(text: string, [, gaps, needed]: TextForm, place: string, free?: string): string[] {
  if (text.trim() === '') return [`${place} is empty`];
  if (UNSEEN.test(text.replace(RIGHTLY_UNSEEN, ''))) return [`${place} holds characters that are not seen`];
  const used = Array.from(text.matchAll(/\{(\w+)\}/g), ([, gap]) => gap as string);
  const strange = [...new Set(used)].filter((gap) => !gaps.includes(gap));
  const left = needed.filter((gap) => gap !== free && !used.includes(gap));
  const there = gaps.length === 0 ? 'it has none' : `there are ${gaps.map((gap) => `{${gap}}`).join(', ')}`;
  return [
    ...strange.map((gap) => `${place} has a gap {${gap}} that nothing fills; ${there}`),
    ...left.map((gap) => `${place} must hold {${gap}}`),
  ];
}

function unknown(place: string, name: string, of: TextForms): string {
  const meant = closest(name, Object.keys(of));
  return meant === undefined
    ? `${place} is not known; take it out`
    : `${place} is not known; did you mean "${meant}"?`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
