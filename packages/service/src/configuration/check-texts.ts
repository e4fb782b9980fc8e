import { countOf, isForm, type TextForm, type TextForms } from '../site/text-forms.ts';
import { closest } from './did-you-mean.ts';

/** What is wrong with the texts of a language, and which it lacks; all of it. */
export interface TextsCheck {
  readonly problems: readonly string[];
  readonly missing: readonly string[];
}

/** Compares texts of a file with those of the pages: their names, and their gaps. */
export function checkTexts(texts: unknown, forms: TextForms, language: string): TextsCheck {
  const problems: string[] = [];
  const missing: string[] = [];
  const kinds = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
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

function problemsOfText(words: unknown, form: TextForm, place: string, kinds: readonly string[]): string[] {
  if (typeof words === 'string') return problemsOfGaps(words, form, place, true);
  const count = countOf(form);
  if (!isObject(words) || count === undefined) return [`${place} must be a text, such as "${form[0]}"`];
  const said = Object.entries(words);
  const strange = said.filter(([kind]) => !kinds.includes(kind)).map(([kind]) => kind);
  return [
    ...strange.map(
      (kind) => `${place}.${kind} is no form of numbers in this language; there are ${kinds.join(', ')}`,
    ),
    ...(Object.hasOwn(words, 'other')
      ? []
      : [`${place}.other is missing: the form for all numbers that have none of their own`]),
    ...said.flatMap(([kind, text]) =>
      typeof text === 'string'
        ? // "One coin" needs no number.
          problemsOfGaps(text, form, `${place}.${kind}`, kind === 'other')
        : [`${place}.${kind} must be a text`],
    ),
  ];
}

function problemsOfGaps(text: string, [, gaps, needed]: TextForm, place: string, isWhole: boolean): string[] {
  if (text.trim() === '') return [`${place} is empty`];
  const used = Array.from(text.matchAll(/\{(\w+)\}/g), ([, gap]) => gap as string);
  const strange = [...new Set(used)].filter((gap) => !gaps.includes(gap));
  const left = isWhole ? needed.filter((gap) => !used.includes(gap)) : [];
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
