import type { Texts } from './en.ts';
import { ownTexts, translation } from './now.ts';
import { order as english } from './order.ts';
import { withOwn } from './own-languages.ts';

/** What the order's page says, in the page's language. Apart, since whoever swaps need not load it. */
export const orderTexts: Texts['order'] = withOwn(translation?.order ?? english, ownTexts?.order);
