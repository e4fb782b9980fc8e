import type { Texts } from './en.ts';

/** The languages of the pages, each by its own name. `public/language.js` has the same list: it runs before anything is shown. */
export const LANGUAGES = { en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

/** A translation is loaded by those who read it. */
const TRANSLATIONS: Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>> = {};

export function languageOf(tag: string): Language {
  return tag in LANGUAGES ? (tag as Language) : 'en';
}

export async function textsIn(language: Language, english: Texts): Promise<Texts> {
  return (await TRANSLATIONS[language]?.())?.texts ?? english;
}
