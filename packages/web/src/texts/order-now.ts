import type { Texts } from './en.ts';
import { translation } from './now.ts';
import { order as english } from './order.ts';

/** What the order's page says, in the page's language. Apart, since whoever swaps need not load it. */
export const orderTexts: Texts['order'] = translation?.order ?? english;
