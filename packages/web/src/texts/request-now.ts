import type { Texts } from './en.ts';
import { ownTexts, translation } from './now.ts';
import { withOwn } from './own-languages.ts';
import { request as english } from './request.ts';

/** What the page that asks for payments says, in the page's language. Apart, since whoever swaps need not load it. */
export const requestTexts: Texts['request'] = withOwn(translation?.request ?? english, ownTexts?.request);
