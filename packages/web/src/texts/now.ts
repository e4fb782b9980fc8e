import type { Texts } from './en.ts';
import { find } from './find.ts';
import { translationIn } from './languages.ts';
import { nowhere } from './nowhere.ts';
import { orders } from './orders.ts';
import { languageOf, ownTextsIn, withOwn } from './own-languages.ts';
import { shell } from './shell.ts';
import { swap } from './swap.ts';

/** The page's language, as `public/language.js` has chosen it. The console has English alone; so has whoever is no browser. */
export const language = languageOf(globalThis.document?.documentElement.lang ?? 'en');

/** Null: it is ours to say in English. The operator may say it otherwise. */
export const [translation, ownTexts] = await Promise.all([translationIn(language), ownTextsIn(language)]);

/**
 * What several pages say, in that language; `order-now.ts`, `about-now.ts`, `request-now.ts` and `affiliate-now.ts` have the rest. To change it is to load the page again: what was typed
 * stands in its address.
 */
export const texts: Omit<Texts, 'order' | 'about' | 'request' | 'affiliate'> = withOwn(
  translation ?? { shell, swap, orders, find, nowhere },
  ownTexts,
);
