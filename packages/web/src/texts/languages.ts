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

export function languageOf(tag: string): Language {
  return tag in LANGUAGES ? (tag as Language) : 'en';
}

/** Null: English needs none. */
export async function translationIn(language: Language): Promise<Texts | null> {
  return language === 'en' ? null : (await TRANSLATIONS[language]()).texts;
}
