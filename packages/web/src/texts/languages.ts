import type { Texts } from './en.ts';

/** The languages of the pages, each by its own name. `public/language.js` has the same list: it runs before anything is shown. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  pt: 'Português',
  ru: 'Русский',
  zh: '简体中文',
  ar: 'العربية',
} as const;

export type Language = keyof typeof LANGUAGES;

/** A translation is loaded by those who read it. */
const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly texts: Texts }>>> = {
  de: () => import('./de/index.ts'),
  es: () => import('./es/index.ts'),
  pt: () => import('./pt/index.ts'),
  ru: () => import('./ru/index.ts'),
  zh: () => import('./zh/index.ts'),
  ar: () => import('./ar/index.ts'),
};

/** Null: there is none, or English needs none. */
export async function translationIn(language: string): Promise<Texts | null> {
  return language in TRANSLATIONS
    ? (await TRANSLATIONS[language as keyof typeof TRANSLATIONS]()).texts
    : null;
}
