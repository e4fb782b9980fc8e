import type { Texts } from './en.ts';
import { find } from './find.ts';
import { LANGUAGES, translationIn } from './languages.ts';
import { nowhere } from './nowhere.ts';
import { orders } from './orders.ts';
import { languageOf, ownTextsIn, withOwn } from './own-languages.ts';
import { shell } from './shell.ts';
import { swap } from './swap.ts';

/** Longer than texts take that are still on their way. */
const PATIENCE_MS = 10_000;

const asked = languageOf(globalThis.document?.documentElement.lang ?? 'en');
const [ours, own] = await Promise.all([orNone(translationIn(asked)), orNone(ownTextsIn(asked))]);
const isThere = asked === 'en' || (asked in LANGUAGES ? ours : own) !== null;

/**
 * The page's language, as `public/language.js` has chosen it; English where the texts of that do not come: a page in another language is
 * better than none. The console has English alone; so has whoever is no browser.
 */
export const language = isThere ? asked : 'en';
if (!isThere) Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' });

/** Null: it is ours to say in English. The operator may say it otherwise. */
export const translation = isThere ? ours : null;
export const ownTexts = isThere ? own : null;

/**
 * What several pages say, in that language; `order-now.ts`, `about-now.ts`, `request-now.ts` and `affiliate-now.ts` have the rest. To change it is to load the page again: what was typed
 * stands in its address.
 */
export const texts: Omit<Texts, 'order' | 'about' | 'request' | 'affiliate'> = withOwn(
  translation ?? { shell, swap, orders, find, nowhere },
  ownTexts,
);

/** Null too where a file does not come, or not in time. */
async function orNone<T>(file: Promise<T | null>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  return Promise.race([file, late]).catch(() => null);
}
