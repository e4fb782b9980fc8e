import { about as english } from './about.ts';
import type { Texts } from './en.ts';
import { ownTexts, translation } from './now.ts';
import { withOwn } from './own-languages.ts';

/** What the pages about fees, status and questions say, in the page's language. Apart, since whoever swaps need not load it. */
export const aboutTexts: Texts['about'] = withOwn(translation?.about ?? english, ownTexts?.about);
