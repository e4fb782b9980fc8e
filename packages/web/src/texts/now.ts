import type { Texts } from './en.ts';
import { find } from './find.ts';
import { type Language, languageOf, translationIn } from './languages.ts';
import { nowhere } from './nowhere.ts';
import { orders } from './orders.ts';
import { shell } from './shell.ts';
import { swap } from './swap.ts';

/** The page's language, as `public/language.js` has chosen it. The console has English alone; so has whoever is no browser. */
export const language: Language = languageOf(globalThis.document?.documentElement.lang ?? 'en');

/** Null: the page is in English. */
export const translation: Texts | null = await translationIn(language);

/**
 * What several pages say, in that language; `order-now.ts` and `about-now.ts` have the rest. To change it is to load the page again: what was typed
 * stands in its address.
 */
export const texts: Omit<Texts, 'order' | 'about'> = translation ?? { shell, swap, orders, find, nowhere };
