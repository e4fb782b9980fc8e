import { about as english } from './about.ts';
import type { Texts } from './en.ts';
import { translation } from './now.ts';

/** What the pages about fees, status and questions say, in the page's language. Apart, since whoever swaps need not load it. */
export const aboutTexts: Texts['about'] = translation?.about ?? english;
