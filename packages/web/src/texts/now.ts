import { texts as english, type Texts } from './en.ts';
import { type Language, languageOf, textsIn } from './languages.ts';

/** The page's language, as `public/language.js` has chosen it. The console has English alone; so has whoever is no browser. */
export const language: Language = languageOf(globalThis.document?.documentElement.lang ?? 'en');

/** Every text of the pages in that language. To change it is to load the page again: what was typed stands in its address. */
export const texts: Texts = await textsIn(language, english);
